// `TextEncoder` and `TextDecoder`, for UTF-8 and, decoding, UTF-16.
(function (native) {
  "use strict";
  const { encode, decode } = native;
  const LABELS = new Map([
    ["utf-8", "utf-8"],
    ["utf8", "utf-8"],
    ["unicode-1-1-utf-8", "utf-8"],
    ["utf-16le", "utf-16le"],
    ["utf-16", "utf-16le"],
    ["ucs-2", "utf-16le"],
  ]);

  class TextEncoder {
    get encoding() {
      return "utf-8";
    }

    encode(text = "") {
      return encode(`${text}`);
    }

    encodeInto(source, target) {
      if (!(target instanceof Uint8Array)) throw new TypeError("encodeInto: the target is no Uint8Array");
      let read = 0;
      let written = 0;
      for (const character of `${source}`) {
        const bytes = encode(character);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        written += bytes.length;
        read += character.length;
      }
      return { read, written };
    }
  }

  /** The bytes of a buffer or a view. */
  function bytesOf(input) {
    if (input === undefined) return new Uint8Array();
    if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
    if (input instanceof ArrayBuffer) return new Uint8Array(input);
    throw new TypeError("decode: the input is neither a buffer nor a view of one");
  }

  /** How many bytes at the end begin a character that is not whole. */
  function unfinished(bytes) {
    for (let back = 1; back <= 3 && back <= bytes.length; back++) {
      const byte = bytes[bytes.length - back];
      if (byte >= 0xc2 && byte <= 0xf4) {
        const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
        return length > back ? back : 0;
      }
      if (byte < 0x80 || byte > 0xbf) return 0;
    }
    return 0;
  }

  class TextDecoder {
    #encoding;
    #fatal;
    #ignoreBOM;
    #rest = new Uint8Array();
    #started = false;

    constructor(label = "utf-8", options = {}) {
      this.#encoding = LABELS.get(`${label}`.trim().toLowerCase());
      if (!this.#encoding) throw new RangeError(`TextDecoder: no encoding "${label}", only utf-8 and utf-16le`);
      this.#fatal = Boolean(options?.fatal);
      this.#ignoreBOM = Boolean(options?.ignoreBOM);
    }

    get encoding() {
      return this.#encoding;
    }

    get fatal() {
      return this.#fatal;
    }

    get ignoreBOM() {
      return this.#ignoreBOM;
    }

    decode(input, options = {}) {
      const stream = Boolean(options?.stream);
      let bytes = bytesOf(input);
      if (this.#rest.length > 0) {
        const joined = new Uint8Array(this.#rest.length + bytes.length);
        joined.set(this.#rest);
        joined.set(bytes, this.#rest.length);
        bytes = joined;
      }
      const wide = this.#encoding === "utf-16le";
      const keep = stream ? (wide ? bytes.length % 2 : unfinished(bytes)) : 0;
      this.#rest = bytes.slice(bytes.length - keep);
      bytes = bytes.subarray(0, bytes.length - keep);
      let text = wide ? this.#wide(bytes) : decode(bytes, this.#fatal);
      if (!this.#started && !this.#ignoreBOM && text.startsWith("\ufeff")) text = text.slice(1);
      this.#started = stream && (this.#started || text.length > 0);
      return text;
    }

    #wide(bytes) {
      const units = [];
      for (let at = 0; at + 1 < bytes.length; at += 2) units.push(bytes[at] | (bytes[at + 1] << 8));
      let text = "";
      for (let at = 0; at < units.length; at += 4096) text += String.fromCharCode(...units.slice(at, at + 4096));
      const odd = bytes.length % 2 === 1;
      if (this.#fatal && (odd || !text.isWellFormed())) throw new TypeError("the encoded data is not valid UTF-16");
      return (odd ? `${text}\ufffd` : text).toWellFormed();
    }
  }

  for (const value of [TextEncoder, TextDecoder]) {
    Object.defineProperty(value.prototype, Symbol.toStringTag, { value: value.name, configurable: true });
    Object.defineProperty(globalThis, value.name, { value, writable: true, configurable: true });
  }
});
