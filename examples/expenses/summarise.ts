// The second program: `begin.ts` hands over to it, in the same turn and with the module of the skill loaded.

import { files, memories, tasks, views } from "gg";
import * as csv from "lib:csv";

const rows = csv.parse(files.readTextFile("expenses.csv"));
const total = csv.column(rows, "amount").reduce((sum, amount) => sum + amount, 0);

const lines = rows.map((row) => `${row.date}  ${row.amount?.padStart(7)}  ${row.what}`);
views.openText("expenses", [...lines, `${"total".padEnd(10)}  ${total.toFixed(2).padStart(7)}`].join("\n"));

// Only the line with the total changes, whatever an earlier run wrote there.
const [line = ""] = memories.readMemory("expenses").split("\n").filter((text) => text.startsWith("Total:"));
const now = `Total: ${total.toFixed(2)}, of ${rows.length} expenses`;
if (line !== now) memories.editMemory({ name: "expenses", search: line, replace: now });
tasks.completeTask("sum");
