// What programs reach for out of habit, and cannot have: each says what to do instead.
(function (native) {
  "use strict";
  const loop = "there is no event loop, and calls return when they are done";
  const absent = {
    setTimeout: `${loop}. Call the function directly, or put it behind the current code with queueMicrotask`,
    setInterval: `${loop}. Repeat the work in a loop`,
    clearTimeout: `${loop}, so there is no timer to clear`,
    clearInterval: `${loop}, so there is no timer to clear`,
    requestAnimationFrame: `${loop}. Call the function directly`,
    fetch: `a program has no network and reaches the host through the modules of "${native.root}" alone`,
  };
  for (const [name, why] of Object.entries(absent)) {
    const value = {
      [name]() {
        throw new Error(`${name} does not exist here: ${why}.`);
      },
    }[name];
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
});
