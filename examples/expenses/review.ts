// The third program, run afterwards and by itself: what the first two have kept is still there.
//
//     cargo run --release -- run examples/expenses/review.ts --workspace examples/expenses

import { memories, programs, session, tasks, views } from "gg";

const memory = memories.readMemory("expenses");
const ran = programs.history().filter((program) => program.ok).at(-1);
views.openText("kept", `${memory}\nThe last program that ended well has ${ran?.lines ?? 0} lines and ran in turn ${ran?.turn ?? 0}.`);

tasks.completeTask("review");
session.finish("The expenses of March are added up and reviewed.");
