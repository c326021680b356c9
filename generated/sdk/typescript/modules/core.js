// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

import { setApiError } from "gg:raw";

export const ErrorCode = Object.freeze({
  "invalid-argument": "invalid-argument",
  "not-found": "not-found",
  conflict: "conflict",
  refused: "refused",
  unavailable: "unavailable",
  "limit-exceeded": "limit-exceeded",
  "io-error": "io-error",
  other: "other",
});

export class ApiError extends Error {
  // Declared, so that no setter of `Object.prototype` is met.
  code;
  operation;
  id;
  #call;

  constructor({ code, operation, id, message, call = id }) {
    super(message);
    this.code = code;
    this.operation = operation;
    this.id = id;
    this.#call = call;
  }

  get name() {
    return "ApiError";
  }

  // A class of another realm is another class, so the tag decides and not the prototype.
  get [Symbol.toStringTag]() {
    return "ApiError";
  }

  static [Symbol.hasInstance](value) {
    if (this !== ApiError) return super[Symbol.hasInstance](value);
    return Object(value) === value && value[Symbol.toStringTag] === "ApiError";
  }

  toJSON() {
    const { code, operation, id, message } = this;
    return { code, operation, id, message };
  }

  toString() {
    return `${this.#call} failed (${this.code}): ${this.message}`;
  }
}

setApiError(ApiError);
