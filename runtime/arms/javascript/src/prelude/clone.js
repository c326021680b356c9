// `structuredClone`.
(function (native) {
  "use strict";
  const { isProxy, isError } = native;
  const ERRORS = new Map(
    [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((one) => [one.name, one]),
  );
  const tag = (value) => Object.prototype.toString.call(value).slice(8, -1);
  const typed = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
  const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, "size").get;
  const setSize = Object.getOwnPropertyDescriptor(Set.prototype, "size").get;

  function refuse(what) {
    throw new DOMException(`${what} cannot be cloned`, "DataCloneError");
  }

  /** Whether a method that asks for an object of a built-in class accepts this one. */
  function accepts(method, value) {
    try {
      method.call(value);
      return true;
    } catch {
      return false;
    }
  }

  function members(from, to, seen) {
    for (const name of Object.keys(from)) {
      const value = clone(from[name], seen);
      Object.defineProperty(to, name, { value, writable: true, enumerable: true, configurable: true });
    }
    return to;
  }

  function clone(value, seen) {
    if (typeof value === "symbol") refuse("a symbol");
    if (Object(value) !== value) return value;
    if (typeof value === "function") refuse("a function");
    if (seen.has(value)) return seen.get(value);
    if (isProxy(value)) refuse("a proxy");
    const keep = (made) => {
      seen.set(value, made);
      return made;
    };
    if (Array.isArray(value)) {
      const made = keep([]);
      made.length = value.length;
      return members(value, made, seen);
    }
    if (isError(value)) {
      const made = keep(new (ERRORS.get(value.name) ?? Error)(`${value.message}`));
      made.stack = value.stack;
      if ("cause" in value) {
        Object.defineProperty(made, "cause", { value: clone(value.cause, seen), writable: true, configurable: true });
      }
      return made;
    }
    if (accepts(mapSize, value)) {
      const made = keep(new Map());
      for (const [key, item] of [...Map.prototype.entries.call(value)]) made.set(clone(key, seen), clone(item, seen));
      return made;
    }
    if (accepts(setSize, value)) {
      const made = keep(new Set());
      for (const item of [...Set.prototype.values.call(value)]) made.add(clone(item, seen));
      return made;
    }
    if (accepts(Date.prototype.getTime, value)) return keep(new Date(Date.prototype.getTime.call(value)));
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return keep(value.slice(0));
    const view = typed.call(value);
    if (view || value instanceof DataView) {
      const buffer = clone(value.buffer, seen);
      const length = view ? value.length : value.byteLength;
      return keep(new globalThis[view ?? "DataView"](buffer, value.byteOffset, length));
    }
    if (value instanceof Boolean || value instanceof Number || value instanceof String || value instanceof BigInt) {
      return keep(Object(value.valueOf()));
    }
    const what = tag(value);
    if (["WeakMap", "WeakSet", "WeakRef", "Promise", "Generator", "AsyncGenerator"].includes(what)) refuse(`a ${what}`);
    return members(value, keep({}), seen);
  }

  function structuredClone(value, options = undefined) {
    if (arguments.length === 0) throw new TypeError("structuredClone: a value is missing");
    for (const item of options?.transfer ?? []) {
      if (!(item instanceof ArrayBuffer)) refuse("what is no ArrayBuffer");
    }
    const seen = new Map();
    for (const item of options?.transfer ?? []) seen.set(item, item.transfer());
    return clone(value, seen);
  }
  Object.defineProperty(globalThis, "structuredClone", { value: structuredClone, writable: true, configurable: true });
});
