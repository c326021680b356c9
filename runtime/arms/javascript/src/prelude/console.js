// `console`: for the operator, a line at a time.
(function (native) {
  "use strict";
  const { inspect, log } = native;
  let indent = "";
  const counts = new Map();
  const timers = new Map();
  const now = Date.now;

  function shown(value) {
    return typeof value === "string" ? value : inspect(value);
  }

  function format(values) {
    if (typeof values[0] !== "string" || !values[0].includes("%")) return values.map(shown).join(" ");
    let at = 1;
    const text = values[0].replace(/%([sdifjoOc%])/g, (whole, kind) => {
      if (kind === "%") return "%";
      if (at >= values.length) return whole;
      const value = values[at++];
      switch (kind) {
        case "s":
          return shown(value);
        case "d":
        case "f":
          return typeof value === "number" || typeof value === "bigint" ? `${value}` : `${parseFloat(shown(value))}`;
        case "i":
          return typeof value === "number" ? `${Math.trunc(value)}` : `${parseInt(shown(value), 10)}`;
        case "c":
          return "";
        default:
          return inspect(value);
      }
    });
    return [text, ...values.slice(at).map(shown)].join(" ");
  }

  /** Values in short, by nothing that a program can have changed. */
  function plain(values) {
    let text = "";
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      const kind = typeof value;
      const simple = value === null || (kind !== "object" && kind !== "function" && kind !== "symbol");
      // A template would be a call of `String.prototype.concat`.
      text += (at > 0 ? " " : "") + (simple ? value : "[" + kind + "]");
    }
    return text;
  }

  function print(...values) {
    let text;
    try {
      text = format(values);
    } catch {
      text = plain(values);
    }
    log(text, indent);
  }

  function table(value) {
    if (Object(value) !== value) return print(value);
    const columns = [];
    const rows = Object.entries(value).map(([index, row]) => {
      const cells = Object(row) === row ? Object.entries(row) : [["Values", row]];
      for (const [name] of cells) if (!columns.includes(name)) columns.push(name);
      return [index, new Map(cells)];
    });
    print(["(index)", ...columns].join(" | "));
    for (const [index, cells] of rows) {
      print([index, ...columns.map((name) => (cells.has(name) ? shown(cells.get(name)) : ""))].join(" | "));
    }
  }

  const console = {
    log: print,
    info: print,
    debug: print,
    warn: print,
    error: print,
    trace: print,
    dir: (value) => print(inspect(value)),
    table,
    assert(holds, ...values) {
      if (!holds) print("Assertion failed", ...values);
    },
    count(label = "default") {
      const count = (counts.get(`${label}`) ?? 0) + 1;
      counts.set(`${label}`, count);
      print(`${label}: ${count}`);
    },
    countReset(label = "default") {
      counts.delete(`${label}`);
    },
    group(...values) {
      if (values.length > 0) print(...values);
      if (indent.length < 64) indent += "  ";
    },
    groupEnd() {
      indent = indent.slice(2);
    },
    time(label = "default") {
      timers.set(`${label}`, now());
    },
    timeLog(label = "default", ...values) {
      if (timers.has(`${label}`)) print(`${label}: ${now() - timers.get(`${label}`)} ms`, ...values);
    },
    timeEnd(label = "default") {
      console.timeLog(label);
      timers.delete(`${label}`);
    },
  };
  Object.defineProperty(globalThis, "console", { value: console, writable: true, configurable: true });
  Object.defineProperty(Math, "random", { value: native.random, writable: true, configurable: true });
});
