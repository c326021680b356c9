// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/** A value as a program gives it: data alone, without the methods of what was returned. */
export type $Given<T> = T extends Uint8Array
  ? T
  : T extends readonly unknown[]
    ? { readonly [At in keyof T]: $Given<T[At]> }
    : T extends object
      ? {
          readonly [Name in keyof T as T[Name] extends (...given: never) => unknown
            ? never
            : Name]: $Given<T[Name]>;
        }
      : T;
