// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

export const TaskStatus = Object.freeze({
  pending: "pending",
  "in-progress": "in-progress",
  done: "done",
});

export {
  tasks$addTask as addTask,
  tasks$updateTask as updateTask,
  tasks$setBlockedBy as setBlockedBy,
  tasks$completeTask as completeTask,
  tasks$removeTask as removeTask,
} from "gg:raw";
