// A stand-in for the engine: it answers `<root>:raw` from the surface, unpacks arguments as a program wrote them into
// the request the host would record, and refuses what does not fit. Nothing in it comes from the SDK.

import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const ARM = "typescript";

/** What a program must not be able to make the SDK pass. */
class Misfit extends Error {}

/** Loads an SDK into a realm of its own and runs programs against it. */
export class Engine {
  constructor(surface, folder) {
    this.surface = surface;
    this.folder = folder;
    this.root = surface.names.arms[ARM];
    this.types = new Map(surface.types.map((type) => [type.names.id, type]));
    this.context = vm.createContext({ console, Uint8Array });
    this.modules = new Map();
    /** The calls made: the id and the request of each. */
    this.calls = [];
    /** What a call gives back, by id: a function of the request. */
    this.answers = {};
  }

  /** Evaluates a program and gives its namespace. */
  async run(text, name = "program.js") {
    const program = new vm.SourceTextModule(text, { context: this.context, identifier: name });
    await program.link((specifier, importer) => this.load(specifier, importer.identifier));
    await program.evaluate();
    return program.namespace;
  }

  load(specifier, importer) {
    const inside = importer.startsWith(this.folder);
    if (specifier === `${this.root}:raw` && inside) return this.raw();
    const file = this.file(specifier, inside && path.dirname(importer));
    if (!file) throw new Error(`${importer} cannot import ${specifier}`);
    return this.module(file, () => {
      const text = fs.readFileSync(file, "utf8");
      return new vm.SourceTextModule(text, { context: this.context, identifier: file });
    });
  }

  /** The file of the SDK that a specifier names; relative ones count within it. */
  file(specifier, from) {
    if (specifier === this.root) return path.join(this.folder, "index.js");
    const [root, name] = specifier.split(":");
    const module = this.surface.modules.find((module) => root === this.root && module.names.arms[ARM] === name);
    if (module) return path.join(this.folder, "modules", `${name}.js`);
    return from && path.resolve(from, specifier);
  }

  raw() {
    return this.module("raw", () => {
      const functions = new Map(this.surface.operations.map((operation) => [this.rawName(operation), operation]));
      const names = [...functions.keys(), "setApiError"];
      const raw = new vm.SyntheticModule(names, () => {
        raw.setExport("setApiError", (ApiError) => (this.ApiError = ApiError));
        for (const [name, operation] of functions) {
          raw.setExport(name, (...given) => this.call(operation, given));
        }
      }, { context: this.context });
      return raw;
    });
  }

  module(key, make) {
    if (!this.modules.has(key)) this.modules.set(key, make());
    return this.modules.get(key);
  }

  rawName(operation) {
    const module = this.surface.modules.find((module) => module.names.id === operation.module);
    return `${module.names.arms[ARM]}$${operation.names.arms[ARM]}`;
  }

  call(operation, given) {
    const request = this.request(operation, given);
    this.calls.push({ id: operation.id, request });
    if (this.answers[operation.id]) return this.answers[operation.id](request);
    return operation.returns ? this.sample(operation.returns.type) : undefined;
  }

  /** A value of a type, as the engine gives it back. */
  sample(type) {
    switch (type.kind) {
      case "bool":
        return true;
      case "string":
        return "text";
      case "char":
        return "c";
      case "list":
        return type.item.kind === "u8" ? new Uint8Array([1]) : [this.sample(type.item), this.sample(type.item)];
      case "option":
        return this.sample(type.item);
      case "tuple":
        return type.items.map((item) => this.sample(item));
      case "result":
        return { kind: "ok", ...(type.ok && { value: this.sample(type.ok) }) };
      case "named":
        return this.sampleOf(this.types.get(type.name));
      default:
        return 1;
    }
  }

  sampleOf(def) {
    switch (def.kind) {
      case "alias":
        return this.sample(def.type);
      case "record":
        return Object.assign({}, ...def.fields.map((field) => {
          if (!field.spread) return { [field.names.arms[ARM]]: this.sample(field.type) };
          const [first] = this.types.get(field.type.name).cases;
          return { [first.names.arms[ARM]]: this.sample(first.payload) };
        }));
      case "variant": {
        if (def.patch) return null;
        const [first] = def.cases;
        const kind = { kind: first.names.arms[ARM] };
        if (!first.payload) return kind;
        const payload = this.sample(first.payload);
        return this.isRecord(first.payload) ? { ...kind, ...payload } : { ...kind, value: payload };
      }
      case "enum":
        return def.members[0].names.wit;
      default:
        return Object.fromEntries(def.members.map((member) => [member.names.arms[ARM], true]));
    }
  }

  /** Throws the failure of a call, as the engine does. */
  fail(id, code, message, call) {
    throw new this.ApiError({ code, operation: id.split(".")[1], id, message, call });
  }

  request(operation, given) {
    const alone = operation.params.length === 1;
    const bagged = operation.params.filter((param) => param.optional && !alone);
    const positional = operation.params.filter((param) => !bagged.includes(param));
    if (given.length > positional.length + (bagged.length > 0 ? 1 : 0)) throw new Misfit("too many arguments");
    const request = {};
    const set = (param, value) => this.set(request, param, value);
    positional.forEach((param, at) => set(param, given[at]));
    const options = given[positional.length] ?? {};
    known(options, bagged.map((param) => param.names.arms[ARM]));
    bagged.forEach((param) => set(param, options[param.names.arms[ARM]]));
    return request;
  }

  /** Puts a parameter or a member into a request, if it is there. */
  set(object, { names, type, left_out }, value) {
    const json = left_out && value === undefined ? [] : this.lift(type, value);
    if (json !== undefined) object[names.json] = json;
  }

  lift(type, value) {
    const check = (fits) => {
      if (!fits) throw new Misfit(`${String(value)} is no ${type.kind}`);
      return value;
    };
    switch (type.kind) {
      case "bool":
        return check(typeof value === "boolean");
      case "string":
        return check(typeof value === "string");
      case "char":
        return check(typeof value === "string" && [...value].length === 1);
      case "f32":
      case "f64":
        return check(typeof value === "number");
      case "list":
        check(Array.isArray(value) || ArrayBuffer.isView(value));
        return Array.from(value, (item) => this.lift(type.item, item));
      case "option":
        return value === undefined || value === null ? undefined : this.lift(type.item, value);
      case "tuple":
        check(value.length === type.items.length);
        return type.items.map((item, at) => this.lift(item, value[at]));
      case "result":
        return { [value.kind]: type[value.kind] ? this.lift(type[value.kind], value.value) : null };
      case "named":
        return this.named(this.types.get(type.name), value);
      default:
        return check(Number.isInteger(value));
    }
  }

  named(def, value) {
    switch (def.kind) {
      case "alias":
        return this.lift(def.type, value);
      case "record": {
        const request = {};
        const names = def.fields.flatMap((field) => this.names(field));
        known(value, names);
        for (const field of def.fields) {
          if (field.spread) request[field.names.json] = this.spread(field, value);
          else this.set(request, field, value[field.names.arms[ARM]]);
        }
        return request;
      }
      case "variant": {
        if (def.patch) {
          if (value === undefined) return undefined;
          if (value === null) return null;
          return this.lift(def.cases.find((one) => one.names.id === def.patch.set).payload, value);
        }
        const { kind, ...rest } = value;
        const found = def.cases.find((one) => one.names.arms[ARM] === kind);
        if (!found) throw new Misfit(`no case ${kind}`);
        if (!found.payload) {
          known(rest, []);
          return { [found.names.json]: null };
        }
        const payload = this.isRecord(found.payload) ? rest : (known(rest, ["value"]), rest.value);
        return { [found.names.json]: this.lift(found.payload, payload) };
      }
      case "enum": {
        const member = def.members.find((member) => member.names.wit === value);
        if (!member) throw new Misfit(`no word ${value}`);
        return member.names.json;
      }
      case "flags":
        known(value, def.members.map((member) => member.names.arms[ARM]));
        return def.members.filter((member) => value[member.names.arms[ARM]]).map((member) => member.names.json);
      default:
        throw new Error(`a type of kind ${def.kind}`);
    }
  }

  names(field) {
    if (!field.spread) return [field.names.arms[ARM]];
    return this.types.get(field.type.name).cases.map((one) => one.names.arms[ARM]);
  }

  spread(field, value) {
    const cases = this.types.get(field.type.name).cases;
    const has = (name) => Object.hasOwn(value, name) && value[name] !== undefined;
    const given = cases.filter((one) => has(one.names.arms[ARM]));
    if (given.length !== 1) throw new Misfit("not exactly one");
    return { [given[0].names.json]: this.lift(given[0].payload, value[given[0].names.arms[ARM]]) };
  }

  isRecord(type) {
    const def = type.kind === "named" && this.types.get(type.name);
    return def && (def.kind === "record" || (def.kind === "alias" && this.isRecord(def.type)));
  }
}

/** An object with no other members than these. */
function known(object, names) {
  if (Object(object) !== object) throw new Misfit(`${String(object)} is no object`);
  for (const name of Object.keys(object)) {
    if (!names.includes(name)) throw new Misfit(`unknown member ${name}`);
  }
}
