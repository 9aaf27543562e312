/**
 * JSON as a table for each shape of its objects. An object or array is a node, numbered by when it ended, so that what it
 * holds comes before it; those that are equal are one.
 */
export interface PackedJson {
  readonly shapes: readonly Shape[];
  /** The rows of each shape. */
  readonly tables: readonly Table[];
  /** Arrays: how many items each has, and all of their items in one. */
  readonly lists: { readonly sizes: readonly number[]; readonly items: Column };
  /** For each node the number of its shape, counted from 1, whose next row it is; 0 for the next array. */
  readonly nodes: readonly number[];
  readonly root: Column;
}

/** The keys of an object in their order: open ones by name, the others with the value that all of this shape have. */
type Shape = readonly (string | readonly [key: string, value: Fixed])[];
type Primitive = null | boolean | number | string;
type Fixed = Primitive | readonly [];

/** The open keys of a shape: one column each, or, where it has a single row, that row. */
type Table = { readonly columns: readonly Column[] } | { readonly row: Column };

/** `texts`: one text, to be cut at {@link CUT}. `nodes`: numbers of nodes. `mixed`: a node stands in brackets. */
type Column =
  | { readonly texts: string }
  | { readonly values: readonly Primitive[] }
  | { readonly nodes: readonly number[] }
  | { readonly mixed: readonly (Primitive | readonly [node: number])[] };

/** A character that JSON does not escape and that texts seldom hold. */
const CUT = "\u007f";
/** A key whose values are looked at for being few: from so many objects on, and so many different ones at most. */
const SEEN = 64;
const DIFFERENT = 16;
/** Shapes that hold values beside keys; further objects get a shape of their keys alone. */
const MOST_SHAPES = 2_000;
/** Characters of a node that is looked for among the others. */
const MOST_TEXT = 4_000;

/** A value in place, or the node that it is. */
type Cell = Primitive | { readonly node: number };

/** Packs a value, as `JSON.stringify` would write it. Pure. */
export function packJson(value: unknown): PackedJson {
  const isFew = fewValues(value);
  const shapes: Shape[] = [];
  const rows: Cell[][][] = [];
  const shapeNumbers = new Map<string, number>();
  const sizes: number[] = [];
  const items: Cell[] = [];
  const nodes: number[] = [];
  const known = new Map<string, Cell>();

  function pack(one: unknown): Cell {
    if (typeof one !== "object" || one === null) return primitive(one);
    if (Array.isArray(one)) return node(0, one.map(pack));
    const mayFix = shapes.length < MOST_SHAPES;
    const shape: (string | readonly [string, Fixed])[] = [];
    const open: Cell[] = [];
    let name = "";
    for (const [key, child] of entriesOf(one)) {
      const fixed = mayFix ? fixedOf(key, child, isFew) : undefined;
      name += `${key.length}:${key}${fixed === undefined ? "?" : spelled(fixed)}`;
      shape.push(fixed === undefined ? key : [key, fixed]);
      if (fixed === undefined) open.push(pack(child));
    }
    const before = shapeNumbers.get(name);
    const number = before ?? shapes.push(shape);
    if (before === undefined) {
      rows.push([]);
      shapeNumbers.set(name, number);
    }
    return node(number, open);
  }

  function node(number: number, cells: Cell[]): Cell {
    const text = `${number}${JSON.stringify(cells)}`;
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = { node: nodes.length };
    if (text.length <= MOST_TEXT) known.set(text, made);
    nodes.push(number);
    if (number > 0) rows[number - 1]?.push(cells);
    else {
      sizes.push(cells.length);
      for (const cell of cells) items.push(cell);
    }
    return made;
  }

  const root = columnOf([pack(value)]);
  return { shapes, tables: rows.map(tableOf), lists: { sizes, items: columnOf(items) }, nodes, root };
}

/** The value that was packed; what was equal in it is one and the same object, and takes the memory of one. Pure. */
export function unpackJson({ shapes, tables, lists, nodes, root }: PackedJson): unknown {
  const likes = shapes.map(likeOf);
  const rows: Record<string, unknown>[][] = shapes.map(() => []);
  const arrays: unknown[][] = [];
  const made: unknown[] = [];
  // All are there before any is filled, and each is filled in a loop of its own: that is what takes the least time.
  for (const number of nodes) {
    if (number === 0) {
      const array: unknown[] = [];
      arrays.push(array);
      made.push(array);
    } else {
      const one = { ...likes[number - 1] };
      rows[number - 1]!.push(one);
      made.push(one);
    }
  }
  for (const [index, shape] of shapes.entries()) {
    const open = shape.filter((entry) => typeof entry === "string");
    const table = tables[index]!;
    if ("row" in table) {
      const cells = cellsOf(table.row, made);
      for (const [key, name] of open.entries()) rows[index]![0]![name] = cells[key];
    } else
      for (const [key, name] of open.entries()) fill(rows[index]!, name, cellsOf(table.columns[key]!, made));
  }
  const items = cellsOf(lists.items, made);
  let next = 0;
  for (const [index, array] of arrays.entries())
    for (let left = lists.sizes[index]!; left > 0; left -= 1) array.push(items[next++]);
  return cellsOf(root, made)[0];
}

function fill(rows: readonly Record<string, unknown>[], name: string, cells: readonly unknown[]): void {
  for (let row = 0; row < rows.length; row += 1) rows[row]![name] = cells[row];
}

/** An object of the shape, of which a copy is quickly made; open keys are null. */
function likeOf(shape: Shape): Readonly<Record<string, unknown>> {
  const members = shape.map((entry) => {
    const [key, value] = typeof entry === "string" ? [entry, null] : entry;
    return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  });
  // What JSON.parse makes is copied several times as fast as what assignments of computed names made.
  return JSON.parse(`{${members.join(",")}}`) as Record<string, unknown>;
}

/** The values of a column, with the objects and arrays that its nodes are. */
function cellsOf(column: Column, made: readonly unknown[]): readonly unknown[] {
  if ("texts" in column) return column.texts.split(CUT);
  if ("values" in column) return column.values;
  if ("nodes" in column) return column.nodes.map((node) => made[node]);
  return column.mixed.map((cell) => (typeof cell === "object" && cell !== null ? made[cell[0]] : cell));
}

function tableOf(rows: readonly (readonly Cell[])[]): Table {
  const [first = []] = rows;
  if (rows.length === 1) return { row: columnOf(first) };
  return { columns: first.map((_, key) => columnOf(rows.map((row) => row[key]!))) };
}

function columnOf(cells: readonly Cell[]): Column {
  if (cells.length > 0 && cells.every((cell) => typeof cell === "string" && !cell.includes(CUT)))
    return { texts: cells.join(CUT) };
  if (!cells.some(isNode)) return { values: cells as readonly Primitive[] };
  if (cells.every(isNode)) return { nodes: cells.map(({ node }) => node) };
  return { mixed: cells.map((cell) => (isNode(cell) ? [cell.node] : cell)) };
}

function isNode(cell: Cell): cell is { readonly node: number } {
  return typeof cell === "object" && cell !== null;
}

/** The value that a shape may hold for a key, or undefined where it is left open. */
function fixedOf(key: string, child: unknown, isFew: (key: string) => boolean): Fixed | undefined {
  if (Array.isArray(child)) return child.length === 0 ? [] : undefined;
  if (typeof child === "object" && child !== null) return undefined;
  const value = primitive(child);
  return value === null || typeof value === "boolean" || isFew(key) ? value : undefined;
}

/** A fixed value so that no two are spelled alike, and none is the beginning of another. */
function spelled(value: Fixed): string {
  if (typeof value === "string") return `"${value.length}:${value}`;
  if (typeof value === "number") return `#${value};`;
  return value === null ? "n" : value === true ? "t" : value === false ? "f" : "e";
}

/** Keys under which many objects have few different numbers and texts. */
function fewValues(value: unknown): (key: string) => boolean {
  const seen = new Map<string, { count: number; readonly values: Set<unknown> }>();
  const look = (one: unknown): void => {
    if (typeof one !== "object" || one === null) return;
    if (Array.isArray(one)) {
      for (const item of one) look(item);
      return;
    }
    for (const [key, child] of entriesOf(one)) {
      look(child);
      if (typeof child !== "string" && typeof child !== "number") continue;
      const found = seen.get(key) ?? { count: 0, values: new Set() };
      if (found.count === 0) seen.set(key, found);
      found.count += 1;
      if (found.values.size <= DIFFERENT) found.values.add(child);
    }
  };
  look(value);
  return (key) => {
    const found = seen.get(key);
    return found !== undefined && found.count >= SEEN && found.values.size <= DIFFERENT;
  };
}

/** What JSON writes of an object. */
function entriesOf(one: object): readonly (readonly [string, unknown])[] {
  return Object.entries(one).filter(([, child]) => child !== undefined);
}

function primitive(one: unknown): Primitive {
  if (typeof one === "string" || typeof one === "boolean") return one;
  return typeof one === "number" && Number.isFinite(one) ? one : null;
}
