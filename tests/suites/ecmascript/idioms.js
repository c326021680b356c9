// The same SDK from JavaScript, with the checker looking on.

import { core, files, tasks, views } from "gg";

const read = files.readFile("a.md", { limit: 20 });
if (read.kind === "text" && read.lastLine < read.totalLines) {
  views.openText("left", `${read.totalLines - read.lastLine} lines`);
}
tasks.updateTask("t", { status: "done", description: null });
try {
  files.writeFile("a.md", "");
} catch (error) {
  if (error instanceof core.ApiError && error.code === "refused") views.openText("refused", String(error));
  else throw error;
}
// @ts-expect-error not a word
tasks.updateTask("t", { status: "finished" });
