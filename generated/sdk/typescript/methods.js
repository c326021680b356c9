// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.
// What is returned stays plain data: its methods stand on a prototype, where neither JSON nor
// listing sees them.

import {
  board$waitForIssue,
  delegation$sendMessage,
  memories$readMemory,
  programs$get,
  views$close,
} from "gg:raw";

class IssueCreated {
  wait(...$rest) {
    return board$waitForIssue(this.id, ...$rest);
  }
}

class MemoryHit {
  read(...$rest) {
    return memories$readMemory(this.name, ...$rest);
  }
}

class OpenView {
  close(...$rest) {
    return views$close(this.selector, ...$rest);
  }
}

class SubagentHandle {
  send(...$rest) {
    return delegation$sendMessage(this.id, ...$rest);
  }
}

class ProgramSummary {
  get(...$rest) {
    return programs$get(this.id, ...$rest);
  }
}

export function $IssueCreated(value) {
  return Object.setPrototypeOf(value, IssueCreated.prototype);
}

export function $MemoryHit(value) {
  return Object.setPrototypeOf(value, MemoryHit.prototype);
}

export function $OpenView(value) {
  return Object.setPrototypeOf(value, OpenView.prototype);
}

export function $SubagentHandle(value) {
  return Object.setPrototypeOf(value, SubagentHandle.prototype);
}

export function $ProgramSummary(value) {
  return Object.setPrototypeOf(value, ProgramSummary.prototype);
}

export function $list(adopt) {
  return (items) => {
    items.forEach((item) => adopt(item));
    return items;
  };
}
