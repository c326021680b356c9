// What the TypeScript compiler finds of the documentation in declaration files.
// `node docs.mjs FILE...` prints, by file, the syntax errors and each comment that belongs to something:
// { name, text, tags: [{ tag, name, text }] }.

import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const ts = createRequire(path.join(process.env.NODE_PATH, "x.js"))("typescript");

const text = (comment) => ts.getTextOfJSDocComment(comment) ?? "";

function comments(source) {
  const found = [];
  const visit = (node, owner) => {
    const name = node.name ? `${owner}${node.name.getText(source)}` : owner;
    // Only the last comment before something belongs to it.
    const comment = node.jsDoc?.at(-1);
    if (comment) {
      const tags = (comment.tags ?? []).map((tag) => ({
        tag: tag.tagName.text,
        name: tag.name?.getText(source) ?? "",
        text: text(tag.comment),
      }));
      found.push({ name, text: text(comment.comment), tags });
    }
    ts.forEachChild(node, (child) => visit(child, node.name ? `${name}.` : owner));
  };
  visit(source, "");
  return found;
}

const answer = {};
for (const file of process.argv.slice(2)) {
  const source = ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  answer[file] = {
    errors: source.parseDiagnostics.map((one) => ts.flattenDiagnosticMessageText(one.messageText, " ")),
    comments: comments(source),
  };
}
console.log(JSON.stringify(answer));
