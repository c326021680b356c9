// How values are shown: to the operator by `console`, and in the text of a failure. No getter, trap or method of the
// program's own runs.
(function (native) {
  "use strict";
  const { getPrototypeOf, getOwnPropertyDescriptor } = Object;
  const { ownKeys, apply } = Reflect;
  const DEEPEST = 4;
  const MOST = 100;
  const LONGEST = 65536;
  const mapEntries = Map.prototype.entries;
  const setValues = Set.prototype.values;
  const mapNext = getPrototypeOf(new Map().entries()).next;
  const setNext = getPrototypeOf(new Set().values()).next;
  const mapSize = getOwnPropertyDescriptor(Map.prototype, "size").get;
  const setSize = getOwnPropertyDescriptor(Set.prototype, "size").get;
  const toISOString = Date.prototype.toISOString;
  const getTime = Date.prototype.getTime;
  const regExpSource = getOwnPropertyDescriptor(RegExp.prototype, "source").get;
  const regExpFlags = getOwnPropertyDescriptor(RegExp.prototype, "flags").get;
  const typedTag = getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
  const symbolToString = Symbol.prototype.toString;
  const { stringify } = JSON;
  const isArray = Array.isArray;

  /** A data member of an object or of what it inherits from; `undefined` where there is none. */
  function data(object, key) {
    for (let at = object; at !== null && !native.isProxy(at); at = getPrototypeOf(at)) {
      const found = getOwnPropertyDescriptor(at, key);
      if (found) return found.value;
    }
    return undefined;
  }

  function text(object, key) {
    const value = data(object, key);
    return typeof value === "string" ? value : "";
  }

  function className(object) {
    const prototype = getPrototypeOf(object);
    if (prototype === null) return null;
    const constructor = data(prototype, "constructor");
    return typeof constructor === "function" && !native.isProxy(constructor) ? text(constructor, "name") : "";
  }

  /** Whether a method of a built-in class accepts the object, which tells what it is. */
  function accepts(method, object) {
    try {
      apply(method, object, []);
      return true;
    } catch {
      return false;
    }
  }

  function key(name) {
    if (typeof name === "symbol") return `[${apply(symbolToString, name, [])}]`;
    return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringify(name);
  }

  function error(value, state) {
    const name = text(value, "name") || className(value) || "Error";
    const message = text(value, "message");
    const stack = text(value, "stack");
    const head = message ? `${name}: ${message}` : name;
    return stack ? `${head}\n${stack.trimEnd()}` : head;
  }

  function list(open, items, close) {
    if (items.length === 0) return open + close;
    const flat = `${open} ${items.join(", ")} ${close}`;
    if (flat.length <= 76 && !flat.includes("\n")) return flat;
    return `${open}\n  ${items.map((item) => item.replaceAll("\n", "\n  ")).join(",\n  ")}\n${close}`;
  }

  function members(value, state, depth, skip) {
    const items = [];
    for (const name of ownKeys(value)) {
      if (skip(name)) continue;
      const found = getOwnPropertyDescriptor(value, name);
      if (!found || !found.enumerable) continue;
      if (items.length === MOST) {
        items.push("…");
        break;
      }
      const shown = "value" in found ? inspect(found.value, state, depth + 1) : found.get ? "[Getter]" : "[Setter]";
      items.push(`${key(name)}: ${shown}`);
    }
    return items;
  }

  function inspect(value, state, depth) {
    if (state.length > LONGEST) return "…";
    const shown = whole(value, state, depth);
    state.length += shown.length;
    return shown;
  }

  function whole(value, state, depth) {
    switch (typeof value) {
      case "string":
        return stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
      case "bigint":
        return `${value}n`;
      case "symbol":
        return apply(symbolToString, value, []);
      case "number":
        return Object.is(value, -0) ? "-0" : `${value}`;
      case "undefined":
      case "boolean":
        return `${value}`;
    }
    if (value === null) return "null";
    if (native.isProxy(value)) return "[Proxy]";
    if (typeof value === "function") {
      const name = text(value, "name");
      return name ? `[Function: ${name}]` : "[Function]";
    }
    if (native.isError(value)) return error(value, state);
    if (state.seen.includes(value)) return "[Circular]";
    const name = className(value);
    if (depth > DEEPEST) return isArray(value) ? "[Array]" : `[${name || "Object"}]`;
    state.seen.push(value);
    const shown = object(value, name, state, depth);
    state.seen.pop();
    return shown;
  }

  function object(value, name, state, depth) {
    if (isArray(value)) {
      const items = [];
      for (let at = 0; at < value.length && at < MOST; at++) {
        const found = getOwnPropertyDescriptor(value, at);
        if (!found) items.push("<empty>");
        else items.push("value" in found ? inspect(found.value, state, depth + 1) : "[Getter]");
      }
      if (value.length > MOST) items.push(`… ${value.length - MOST} more`);
      else items.push(...members(value, state, depth, (name) => typeof name === "string" && /^\d+$/.test(name)));
      return list("[", items, "]");
    }
    const typed = apply(typedTag, value, []);
    if (typed) {
      const items = [];
      for (let at = 0; at < value.length && at < MOST; at++) items.push(`${value[at]}`);
      if (value.length > MOST) items.push(`… ${value.length - MOST} more`);
      return `${typed}(${value.length}) ${list("[", items, "]")}`;
    }
    if (accepts(mapSize, value)) {
      const items = [];
      const entries = apply(mapEntries, value, []);
      for (let step; !(step = apply(mapNext, entries, [])).done && items.length < MOST; ) {
        items.push(`${inspect(step.value[0], state, depth + 1)} => ${inspect(step.value[1], state, depth + 1)}`);
      }
      return `Map(${apply(mapSize, value, [])}) ${list("{", items, "}")}`;
    }
    if (accepts(setSize, value)) {
      const items = [];
      const values = apply(setValues, value, []);
      for (let step; !(step = apply(setNext, values, [])).done && items.length < MOST; ) {
        items.push(inspect(step.value, state, depth + 1));
      }
      return `Set(${apply(setSize, value, [])}) ${list("{", items, "}")}`;
    }
    if (accepts(getTime, value)) {
      return accepts(toISOString, value) ? apply(toISOString, value, []) : "Invalid Date";
    }
    if (name === "RegExp" && accepts(regExpSource, value) && data(value, "lastIndex") !== undefined) {
      return `/${apply(regExpSource, value, [])}/${apply(regExpFlags, value, [])}`;
    }
    const prefix = name === null ? "[null prototype] " : name === "Object" || name === "" ? "" : `${name} `;
    return prefix + list("{", members(value, state, depth, () => false), "}");
  }

  native.inspect = (value) => inspect(value, { seen: [], length: 0 }, 0);
});
