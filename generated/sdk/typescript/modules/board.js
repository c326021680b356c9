// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

import { board$createIssue } from "gg:raw";
import { $IssueCreated } from "../methods.js";

export const IssueStatus = Object.freeze({
  open: "open",
  "in-progress": "in-progress",
  "in-review": "in-review",
  done: "done",
  failed: "failed",
});

export {
  board$createEpic as createEpic,
  board$updateIssue as updateIssue,
  board$setIssueBlockedBy as setIssueBlockedBy,
  board$removeEpic as removeEpic,
  board$removeIssue as removeIssue,
  board$waitForIssue as waitForIssue,
} from "gg:raw";

export function createIssue(...$arguments) {
  return $IssueCreated(board$createIssue(...$arguments));
}
