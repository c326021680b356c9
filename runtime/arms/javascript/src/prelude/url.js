// `URL` and `URLSearchParams`.
(function (native) {
  "use strict";
  const { parseUrl, setUrl, parseQuery, writeQuery } = native;
  const PARTS = [
    "href",
    "origin",
    "protocol",
    "username",
    "password",
    "host",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
  ];
  let update;

  class URLSearchParams {
    #pairs = [];
    #url = null;

    constructor(init = "") {
      if (Object(init) !== init) {
        this.#read(`${init}`);
      } else if (typeof init[Symbol.iterator] === "function") {
        for (const pair of init) {
          const [name, value, ...more] = pair;
          if (value === undefined || more.length > 0) throw new TypeError("URLSearchParams: a pair has two members");
          this.#pairs.push([`${name}`, `${value}`]);
        }
      } else {
        for (const name of Object.keys(init)) this.#pairs.push([name, `${init[name]}`]);
      }
    }

    static {
      // What a URL does with the parameters it owns.
      update = {
        of(url, search) {
          const params = new URLSearchParams();
          params.#url = url;
          params.#read(search);
          return params;
        },
        read: (params, search) => params.#read(search),
      };
    }

    #read(search) {
      const items = parseQuery(search.startsWith("?") ? search.slice(1) : search);
      this.#pairs = [];
      for (let at = 0; at < items.length; at += 2) this.#pairs.push([items[at], items[at + 1]]);
    }

    #changed() {
      if (this.#url) this.#url.changed(this.toString());
    }

    get size() {
      return this.#pairs.length;
    }

    append(name, value) {
      this.#pairs.push([`${name}`, `${value}`]);
      this.#changed();
    }

    delete(name, value) {
      const keep = ([key, item]) => key !== `${name}` || (value !== undefined && item !== `${value}`);
      this.#pairs = this.#pairs.filter(keep);
      this.#changed();
    }

    get(name) {
      return this.#pairs.find(([key]) => key === `${name}`)?.[1] ?? null;
    }

    getAll(name) {
      return this.#pairs.filter(([key]) => key === `${name}`).map(([, value]) => value);
    }

    has(name, value) {
      return this.#pairs.some(([key, item]) => key === `${name}` && (value === undefined || item === `${value}`));
    }

    set(name, value) {
      const first = this.#pairs.findIndex(([key]) => key === `${name}`);
      if (first < 0) {
        this.#pairs.push([`${name}`, `${value}`]);
      } else {
        this.#pairs[first][1] = `${value}`;
        this.#pairs = this.#pairs.filter(([key], at) => at <= first || key !== `${name}`);
      }
      this.#changed();
    }

    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      this.#changed();
    }

    forEach(callback, self) {
      for (const [name, value] of this) callback.call(self, value, name, this);
    }

    *entries() {
      for (let at = 0; at < this.#pairs.length; at++) yield [...this.#pairs[at]];
    }

    *keys() {
      for (const [name] of this.entries()) yield name;
    }

    *values() {
      for (const [, value] of this.entries()) yield value;
    }

    [Symbol.iterator]() {
      return this.entries();
    }

    toString() {
      return writeQuery(this.#pairs.flat());
    }
  }

  class URL {
    #parts;
    #params = null;

    constructor(url, base = undefined) {
      this.#parts = parseUrl(`${url}`, base === undefined ? undefined : `${base}`);
      if (this.#parts === null) throw new TypeError(`URL: "${url}" is no URL`);
    }

    static canParse(url, base = undefined) {
      return parseUrl(`${url}`, base === undefined ? undefined : `${base}`) !== null;
    }

    static parse(url, base = undefined) {
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }

    get searchParams() {
      const changed = (query) => {
        this.#parts = setUrl(this.#parts[0], 9, query);
      };
      this.#params ??= update.of({ changed }, this.#parts[9]);
      return this.#params;
    }

    toString() {
      return this.#parts[0];
    }

    toJSON() {
      return this.#parts[0];
    }

    static {
      PARTS.forEach((name, at) => {
        const get = {
          [name]() {
            return this.#parts[at];
          },
        }[name];
        const set = {
          [name](value) {
            const parts = at === 0 ? parseUrl(`${value}`, undefined) : setUrl(this.#parts[0], at, `${value}`);
            if (parts === null) throw new TypeError(`URL: "${value}" is no URL`);
            this.#parts = parts;
            if (this.#params && (at === 0 || at === 9)) update.read(this.#params, parts[9]);
          },
        }[name];
        const setter = name === "origin" ? undefined : set;
        Object.defineProperty(URL.prototype, name, { get, set: setter, enumerable: true, configurable: true });
      });
    }
  }

  for (const value of [URL, URLSearchParams]) {
    Object.defineProperty(value.prototype, Symbol.toStringTag, { value: value.name, configurable: true });
    Object.defineProperty(globalThis, value.name, { value, writable: true, configurable: true });
  }
});
