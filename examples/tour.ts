// A tour of what a program can do, on the files of `examples/workspace`:
//
//     cargo run --release -- run examples/tour.ts
//
// Values stay in the program. What is to be seen is opened as a view; `console.log` is for the operator.

import { core, docs, files, shell, views } from "gg";

const ROOT = "examples/workspace";
const OUT = "target/tour";

/** A ferry's departures and the minutes it lost. */
interface Line {
  departures: number;
  delay: number;
  worst: number;
}

// Read every log. A directory entry says what it is; a read gives the text and its place in the file.
const ferries = new Map<string, Line>();
for (const entry of files.listDir(`${ROOT}/logs`)) {
  if (entry.kind !== "file") continue;
  const log = files.readTextFile(`${ROOT}/logs/${entry.name}`);
  for (const line of log.trim().split("\n").slice(1)) {
    const [ferry = "", , minutes = "0"] = line.split(",");
    const record = ferries.get(ferry) ?? { departures: 0, delay: 0, worst: 0 };
    record.departures += 1;
    record.delay += Number(minutes);
    record.worst = Math.max(record.worst, Number(minutes));
    ferries.set(ferry, record);
  }
}

// Search the workspace: a regular expression, line by line.
const unfinished = files.search("^.*Open: .*$", { path: ROOT });

// Put it together, write it down, change one line of it in place.
const lines = [...ferries].map(([ferry, { departures, delay, worst }]) => {
  const mean = (delay / departures).toFixed(1);
  return `| ${ferry} | ${departures} | ${mean} | ${worst} |`;
});
const report = [
  "# Punctuality (draft)",
  "",
  "| Ferry | Departures | Mean delay | Worst |",
  "|---|---|---|---|",
  ...lines,
  "",
  ...unfinished.map((hit) => `- ${hit.path}:${hit.line}: ${hit.text.trim()}`),
  "",
].join("\n");
const written = files.writeFile(`${OUT}/punctuality.md`, report);
files.editFile(`${OUT}/punctuality.md`, "# Punctuality (draft)", "# Punctuality");
console.log(`wrote ${written} bytes to ${OUT}/punctuality.md`);

// A command runs in the workspace, with a time of its own.
const count = shell.shell(`ls ${ROOT}/logs | wc -l`);
console.log(`the shell counts ${count.output.trim()} logs`);

// A failed call is an ordinary failure, with a code to branch on.
let missed = "";
try {
  files.readFile(`${ROOT}/notes/tides.md`);
} catch (error) {
  if (!(error instanceof core.ApiError) || error.code !== "not-found") throw error;
  missed = String(error);
}

// So is an argument of the wrong shape, and a path that leads out of the workspace.
const refusals = [
  () => files.readFile(42 as unknown as string),
  () => files.readFile("../../etc/passwd"),
].map((attempt) => {
  try {
    attempt();
    return "it went through";
  } catch (error) {
    return String(error);
  }
});

// What is to be seen: the report as a file, the answers as a text, and what more there is to call.
views.openFile(`${OUT}/punctuality.md`);
views.openText("what calls answer", [missed, ...refusals].map((line) => `- ${line}`).join("\n"));
docs.search({ query: "search", kind: "function" });
