/** A row of a table: its fields by the names of their columns. */
export type Row = Readonly<Record<string, string>>;

/**
 * Parses a table whose first line names its columns. A field in double quotes may hold commas, line breaks and doubled
 * quotes. A row that is too short is filled with empty fields.
 */
export function parse(text: string): Row[] {
  const [names = [], ...lines] = fields(text);
  return lines.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ""])));
}

/** The numbers in a column. A field that is none is an error that says which row it is in. */
export function column(rows: readonly Row[], name: string): number[] {
  return rows.map((row, at) => {
    const field = row[name] ?? "";
    const number = Number(field);
    if (field.trim() === "" || Number.isNaN(number)) throw new Error(`row ${at + 1}: "${field}" is no number`);
    return number;
  });
}

// The fields of every line.
function fields(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  const field = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/gy;
  for (const [, written = "", end = ""] of text.trimEnd().matchAll(field)) {
    line.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written);
    if (end === ",") continue;
    lines.push(line);
    line = [];
    if (end === "") break;
  }
  return lines;
}
