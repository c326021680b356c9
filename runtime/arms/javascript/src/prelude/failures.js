// What the engine asks about failures.
(function (native) {
  "use strict";
  const { inspect, isError, isProxy } = native;
  const failures = new WeakMap();
  const set = WeakMap.prototype.set.bind(failures);
  const get = WeakMap.prototype.get.bind(failures);

  /** A member as text; empty where it cannot be had. */
  function text(value, name) {
    try {
      const found = value[name];
      return typeof found === "string" ? found : found === undefined ? "" : inspect(found);
    } catch {
      return "";
    }
  }

  native.remember = (error, number) => set(error, number);
  native.recall = (error) => get(error);
  native.describe = (value) => {
    if (typeof value === "string") return value;
    if (isProxy(value) || !(isError(value) || value instanceof DOMException)) return inspect(value);
    const name = text(value, "name");
    const message = text(value, "message");
    return name && message ? `${name}: ${message}` : name || message || "Error";
  };
});
