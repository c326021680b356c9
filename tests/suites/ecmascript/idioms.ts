// How a person would write against the SDK: each line must be accepted, and each line after an expectation refused.

import { board, context, core, delegation, docs, files, memories, shell, tasks, views } from "gg";
import * as gg from "gg";
import { readFile, type FileRead } from "gg:files";
import type { ReadFileOptions } from "gg/files";

// A union is told apart by its kind.
const read: FileRead = readFile("a.md");
if (read.kind === "text") {
  const lines: number = read.lastLine - read.firstLine;
  // @ts-expect-error a text has no media type
  read.mediaType;
  lines.toFixed();
} else {
  const reason: string | undefined = read.notShownReason;
  reason?.trim();
}

function describe(found: FileRead): string {
  switch (found.kind) {
    case "text":
      return found.contents;
    case "image":
      return found.label;
    default: {
      const never: never = found;
      return never;
    }
  }
}

// Options stand in one object, each may be absent, undefined or null.
files.readFile("a.md", {});
files.readFile("a.md", { limit: undefined, offset: null });
const options: ReadFileOptions = {};
options.limit = 20;
files.readFile("a.md", options);
// @ts-expect-error an unknown option
files.readFile("a.md", { limt: 3 });
// @ts-expect-error an option out of its object
files.readFile("a.md", 3);
// @ts-expect-error a required argument is missing
files.readFile();
// @ts-expect-error a number where text is wanted
files.readFile(3);

// A parameter that is the only one stands for itself.
files.listDir();
files.listDir("src");
files.listDir(null);
delegation.waitForSubagents(["a", "b"] as const);

// A list that may be left out.
context.compact("all done");
context.compact("all done", { files: ["a.md"] as readonly string[] });
docs.search({ modules: [] });

// Enums are words, and an object of them.
tasks.updateTask("t", { status: "in-progress" });
tasks.updateTask("t", { status: tasks.TaskStatus["in-progress"] });
// @ts-expect-error not a word
tasks.updateTask("t", { status: "in_progress" });
const words: readonly tasks.TaskStatus[] = Object.values(tasks.TaskStatus);
words.length;
// @ts-expect-error the words cannot be changed
tasks.TaskStatus.done = "done";

// A patch: absent keeps, null clears, a text sets.
tasks.updateTask("t", { description: null });
tasks.updateTask("t", { description: "new", title: null });
board.updateIssue("A-1", { epic: null, description: "x" });
// @ts-expect-error a patch is a text
board.updateIssue("A-1", { epic: 3 });

// Exactly one of the members that are spread.
delegation.spawnSubagent({ agent: "tester", prompt: "Run the tests." });
delegation.spawnSubagent({ agent: "tester", issueId: "AUTH-2" });
// @ts-expect-error neither
delegation.spawnSubagent({ agent: "tester" });
// @ts-expect-error both
delegation.spawnSubagent({ agent: "tester", prompt: "x", issueId: "AUTH-2" });

// What comes back is read-only, its lists are ordinary, and methods stand on it.
const output = shell.shell("ls", { timeoutSecs: 1.5 });
const status: number = output.exitCode ?? -1;
// @ts-expect-error read-only
output.truncated = false;
memories.searchMemories(["a"]).sort((a, b) => b.matched - a.matched).map((hit) => hit.read().length + status);
delegation.fork("x").send("stop");
delegation.waitForSubagents(views.current().map((view) => (view.close(), view.selector)));
// @ts-expect-error a method's argument is required
delegation.fork("x").send();
const nothing: void = tasks.completeTask("t");
nothing;

// A failure is told by its code, wherever it was made.
try {
  gg.files.readTextFile("b.md");
} catch (error) {
  if (error instanceof core.ApiError) {
    const code: gg.core.ErrorCode = error.code;
    const plain: { code: string; operation: string; id: string; message: string } = error.toJSON();
    if (code === core.ErrorCode["not-found"] && error.operation === "read_text_file") describe(read);
    // @ts-expect-error not a code
    if (code === "gone") plain.id;
    // @ts-expect-error read-only
    error.code = "other";
  }
  // @ts-expect-error unknown until it is told apart
  error.code;
}
new core.ApiError({ code: "other", operation: "f", id: "m.f", message: "none" }) satisfies Error;
