// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

import { delegation$spawnSubagent, delegation$fork } from "gg:raw";
import { $SubagentHandle } from "../methods.js";

export const AgentStatus = Object.freeze({
  completed: "completed",
  exhausted: "exhausted",
  "timed-out": "timed-out",
  "model-error": "model-error",
  "auth-error": "auth-error",
  "limit-exceeded": "limit-exceeded",
});

export {
  delegation$waitForSubagents as waitForSubagents,
  delegation$sendMessage as sendMessage,
  delegation$transitionState as transitionState,
  delegation$exec as exec,
} from "gg:raw";

export function spawnSubagent(...$arguments) {
  return $SubagentHandle(delegation$spawnSubagent(...$arguments));
}

export function fork(...$arguments) {
  return $SubagentHandle(delegation$fork(...$arguments));
}
