// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

/**
 * Find out what can be called, and put documentation away.
 *
 * Search first, open the documentation of what is wanted with `views.openDocsView`, and call it on
 * a later turn.
 *
 * @packageDocumentation
 */

/** One thing a search of the documentation found. */
export interface DocHit {
  /** The fully qualified name, by which its documentation is opened and closed. */
  readonly key: string;
  /** `module`, `function` or `type`. */
  readonly kind: string;
  /** The module it belongs to. */
  readonly module: string;
  /** Its own name. */
  readonly name: string;
  /** What it is, in a line. */
  readonly summary: string;
}

/** One page of what a search of the documentation found. */
export interface DocSearch {
  /** Matches in all. */
  readonly total: number;
  /** Matches skipped before this page. */
  readonly offset: number;
  /** This page, best first. */
  readonly hits: DocHit[];
}

/** What may be left out in {@link search}. */
export interface SearchOptions {
  /**
   * Words to look for, as parts of names, signatures and descriptions; any of them may match, and
   * upper and lower case are the same. Blank counts as left out.
   */
  query?: string | null;
  /** Modules to look in, such as `files`; every module when empty or left out. */
  modules?: readonly string[];
  /** Name of a type: keeps it and the functions that mention it. */
  type?: string | null;
  /** `module`, `function` or `type`: keeps one kind. */
  kind?: string | null;
  /** Results to skip; 0 when left out. */
  offset?: number | null;
  /** Most results to return, at least 1; 20 when left out. More than 100 is lowered to 100. */
  limit?: number | null;
}

/**
 * Finds what this agent may call, and shows the answer in the window.
 *
 * The answer is returned, and is opened as the one view called `search results`, in place of the
 * last one; it arrives with the next turn. `views.openDocsView` then opens what was found by its
 * key.
 *
 * A query or a filter is needed. Filters without a query list all they select; filters together
 * narrow each other.
 *
 * @param options - What may be left out.
 * @returns One page of results, and how many there are in all.
 * @throws `invalid-argument`: Neither a query nor a filter was given, the kind is not one of the
 * three, or the limit is 0. No view is opened.
 * @example
 * ```ts
 * docs.search({ query: "read lines" });
 * ```
 * @example
 * List all a module has.
 * ```ts
 * docs.search({ modules: ["files"] });
 * ```
 * @example
 * In two modules.
 * ```ts
 * docs.search({ query: "open", modules: ["files", "views"], kind: "function" });
 * ```
 * @example
 * Narrowed in every way.
 * ```ts
 * docs.search({
 *   query: "read",
 *   modules: ["files", "views"],
 *   type: "FileRead",
 *   kind: "function",
 *   offset: 0,
 *   limit: 5,
 * });
 * ```
 * @example
 * What has to do with a type.
 * ```ts
 * docs.search({ type: "FileRead" });
 * ```
 * @example
 * The second page of all functions.
 * ```ts
 * docs.search({ kind: "function", offset: 20, limit: 20 });
 * ```
 */
export function search(options?: SearchOptions): DocSearch;

/**
 * Closes one documentation view.
 *
 * Views of types that were opened beside it stay.
 *
 * @param key - Its fully qualified name, as the heading of the view has it.
 * @returns 1 if it was open, else 0.
 * @throws `invalid-argument`: The key is blank.
 * @example
 * ```ts
 * docs.close("gg.files.tree");
 * ```
 */
export function close(key: string): number;

/**
 * Closes every documentation view.
 *
 * @returns How many there were.
 * @example
 * ```ts
 * docs.closeAll();
 * ```
 */
export function closeAll(): number;
