// The first of three programs over one table of expenses. It reads a skill, writes down what is to be done, and hands over:
//
//     cargo run --release -- run examples/expenses/begin.ts --workspace examples/expenses
//
// `review.ts` beside it is the third, and finds what these two have kept.

import { core, files, memories, programs, skills, tasks } from "gg";

/** Does what may have been done by an earlier run. */
function once(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof core.ApiError && error.code === "conflict")) throw error;
  }
}

// The skill says how its module is used. The module is there for every program after this one.
skills.readSkill("csv");

once(() => tasks.addTask({ id: "sum", title: "Add up the expenses" }));
once(() => tasks.addTask({ id: "review", title: "Review the sum", blockedBy: ["sum"] }));
once(() =>
  memories.createMemory({
    name: "expenses",
    description: "What the expenses of March come to.",
    body: "expenses.csv has a row an expense; `amount` is in euros.\nTotal: not known yet\n",
  }),
);

// The turn goes on with a program that can import what the skill brought.
programs.rerun(files.readTextFile("summarise.ts"));
