// What a program of the JavaScript engine has beyond the language. The engine's prelude defines the same.

interface Console {
  /** Prints a line for the operator. */
  log(...values: unknown[]): void;
  /** The same as `log`. */
  info(...values: unknown[]): void;
  /** The same as `log`. */
  debug(...values: unknown[]): void;
  /** The same as `log`. */
  warn(...values: unknown[]): void;
  /** The same as `log`. */
  error(...values: unknown[]): void;
}
declare var console: Console;

declare class TextEncoder {
  constructor();
  readonly encoding: "utf-8";
  encode(text?: string): Uint8Array;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  constructor(encoding?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(bytes?: ArrayBuffer | ArrayBufferView, options?: { stream?: boolean }): string;
}

declare function structuredClone<T>(value: T): T;

declare class URL {
  constructor(url: string | URL, base?: string | URL);
  static canParse(url: string | URL, base?: string | URL): boolean;
  static parse(url: string | URL, base?: string | URL): URL | null;
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
  toString(): string;
  toJSON(): string;
}

declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | URLSearchParams | Record<string, string> | Iterable<readonly [string, string]>);
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(each: (value: string, name: string, params: URLSearchParams) => void, self?: unknown): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
  toString(): string;
}

/** Base64 of a text whose letters are all below 256. */
declare function btoa(text: string): string;
/** The text that base64 stands for. */
declare function atob(text: string): string;

declare function queueMicrotask(job: () => void): void;

// There is no event loop. These exist to say what to do instead, at the line that calls them.
declare function setTimeout(...given: any[]): never;
declare function setInterval(...given: any[]): never;
declare function clearTimeout(...given: any[]): never;
declare function clearInterval(...given: any[]): never;
declare function requestAnimationFrame(...given: any[]): never;
declare function fetch(...given: any[]): never;
