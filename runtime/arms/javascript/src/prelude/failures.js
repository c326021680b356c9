// What the engine asks about failures.
(function (native) {
  "use strict";
  const { inspect, isError, isProxy } = native;
  const { apply } = Reflect;
  const { DOMException } = globalThis;
  const stackOf = Object.getOwnPropertyDescriptor(Error.prototype, "stack").get;
  // A program would have a say in where its failures are located.
  delete Error.prepareStackTrace;
  delete Error.stackTraceLimit;

  /** A member as text; empty where it cannot be had. */
  function text(value, name) {
    try {
      const found = value[name];
      return typeof found === "string" ? found : found === undefined ? "" : inspect(found);
    } catch {
      return "";
    }
  }

  native.stack = (error) => (isError(error) ? apply(stackOf, error, []) : error instanceof DOMException ? error.stack : "");
  native.describe = (value) => {
    if (typeof value === "string") return value;
    if (isProxy(value) || !(isError(value) || value instanceof DOMException)) return inspect(value);
    const name = text(value, "name");
    const message = text(value, "message");
    return name && message ? name + ": " + message : name || message || "Error";
  };
});
