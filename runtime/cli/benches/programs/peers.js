// Measures a sandbox of Node: `node peers.js NAME CALLS TEXT` prints samples in seconds as JSON.
//
// As in gg: a fresh sandbox for every program, a function of the host's to call, a text there and back.

const [, , name, calls, text] = process.argv;

/** Gives a function that runs a program in a fresh sandbox. */
async function sandbox() {
  if (name === "isolated-vm") {
    const ivm = require("isolated-vm");
    return (program) => {
      const isolate = new ivm.Isolate({ memoryLimit: 256 });
      const context = isolate.createContextSync();
      context.global.setSync("close", new ivm.Callback((selector) => (selector === "" ? 1 : 0)));
      context.global.setSync("send", new ivm.Callback((text) => text));
      isolate.compileScriptSync(program).runSync(context);
      isolate.dispose();
    };
  }
  const { getQuickJS } = require("quickjs-emscripten");
  const quickjs = await getQuickJS();
  return (program) => {
    const context = quickjs.newContext();
    const close = context.newFunction("close", (selector) => context.newNumber(context.getString(selector) === "" ? 1 : 0));
    const send = context.newFunction("send", (text) => context.newString(context.getString(text)));
    context.setProp(context.global, "close", close);
    context.setProp(context.global, "send", send);
    context.unwrapResult(context.evalCode(program)).dispose();
    close.dispose();
    send.dispose();
    context.dispose();
  };
}

sandbox().then((run) => {
  const samples = (times, program) => {
    const taken = [];
    for (let i = 0; i < times + Math.ceil(times / 10); i++) {
      const start = process.hrtime.bigint();
      run(program);
      taken.push(Number(process.hrtime.bigint() - start) / 1e9);
    }
    return taken.slice(-times);
  };
  const found = {
    program: samples(200, 'close("nothing");'),
    call: samples(20, `for (let i = 0; i < ${calls}; i++) close("nothing");`),
    text: samples(10, `const text = "a".repeat(${text}); for (let i = 0; i < 20; i++) send(text);`),
  };
  console.log(JSON.stringify(found));
});
