import { type QueryToken, queryTokens, syntaxFault } from "./tokens.ts";

export interface QueryDocument {
  readonly operations: readonly Operation[];
  readonly fragments: ReadonlyMap<string, { readonly on: string; readonly selections: readonly Selection[] }>;
}

export interface Operation {
  readonly kind: "query" | "mutation";
  readonly name: string | null;
  readonly variables: readonly VariableDefinition[];
  readonly selections: readonly Selection[];
}

export interface VariableDefinition {
  readonly name: string;
  /** As it is written: `[String!]!`. */
  readonly type: string;
  readonly fallback: Value | null;
}

export type Selection =
  | FieldSelection
  | { readonly kind: "inline"; readonly on: string | null; readonly selections: readonly Selection[] }
  | { readonly kind: "spread"; readonly name: string };

export interface FieldSelection {
  readonly kind: "field";
  /** Alias, else the name. */
  readonly key: string;
  readonly name: string;
  readonly args: ReadonlyMap<string, Value>;
  readonly selections: readonly Selection[];
  readonly line: number;
  readonly column: number;
}

export type Value =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "plain"; readonly value: unknown }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, Value> };

/** A GraphQL document without directives. Errors: a `SyntaxFault`. */
export function parseQuery(text: string): QueryDocument {
  const read = reader(queryTokens(text));
  const operations: Operation[] = [];
  const fragments = new Map<string, { on: string; selections: readonly Selection[] }>();
  while (!read.ended()) {
    if (read.sees("{")) {
      operations.push({ kind: "query", name: null, variables: [], selections: selectionsOf(read) });
      continue;
    }
    const word = read.name();
    if (word === "fragment") {
      const name = read.name();
      read.take("on");
      fragments.set(name, { on: read.name(), selections: selectionsOf(read) });
    } else if (word === "query" || word === "mutation") {
      const name = read.sees("(") || read.sees("{") ? null : read.name();
      const variables = read.sees("(") ? definitionsOf(read) : [];
      operations.push({ kind: word, name, variables, selections: selectionsOf(read) });
    } else throw read.fault();
  }
  return { operations, fragments };
}

type Reader = ReturnType<typeof reader>;

function reader(tokens: readonly QueryToken[]) {
  let at = 0;
  const here = (): QueryToken => tokens[at] ?? { text: "", line: 1, column: 1 };
  const fault = () =>
    syntaxFault(`Expected another token, actual: "${here().text || "end of file"}"`, here());
  return {
    ended: () => at >= tokens.length,
    here,
    fault,
    sees: (text: string) => here().text === text,
    next: () => {
      const token = here();
      at += 1;
      return token;
    },
    take: (text: string) => {
      if (here().text !== text) throw fault();
      at += 1;
    },
    name: () => {
      if (!/^[_A-Za-z]/.test(here().text)) throw fault();
      at += 1;
      return tokens[at - 1]!.text;
    },
  };
}

function definitionsOf(read: Reader): VariableDefinition[] {
  const definitions: VariableDefinition[] = [];
  read.take("(");
  while (!read.sees(")")) {
    read.take("$");
    const name = read.name();
    read.take(":");
    let type = "";
    for (; ["[", "]", "!"].includes(read.here().text) || /^[_A-Za-z]/.test(read.here().text); )
      type += read.next().text;
    let fallback: Value | null = null;
    if (read.sees("=")) {
      read.next();
      fallback = readValue(read);
    }
    definitions.push({ name, type, fallback });
  }
  read.take(")");
  return definitions;
}

function selectionsOf(read: Reader): Selection[] {
  const selections: Selection[] = [];
  read.take("{");
  while (!read.sees("}")) selections.push(selectionOf(read));
  if (selections.length === 0) throw read.fault();
  read.take("}");
  return selections;
}

function selectionOf(read: Reader): Selection {
  const { line, column } = read.here();
  if (read.sees("...")) {
    read.next();
    if (read.sees("{")) return { kind: "inline", on: null, selections: selectionsOf(read) };
    const name = read.name();
    if (name !== "on") return { kind: "spread", name };
    return { kind: "inline", on: read.name(), selections: selectionsOf(read) };
  }
  const key = read.name();
  let name = key;
  if (read.sees(":")) {
    read.next();
    name = read.name();
  }
  const args = read.sees("(") ? pairsOf(read, "(", ")") : new Map<string, Value>();
  const selections = read.sees("{") ? selectionsOf(read) : [];
  return { kind: "field", key, name, args, selections, line, column };
}

function pairsOf(read: Reader, open: string, close: string): Map<string, Value> {
  const pairs = new Map<string, Value>();
  read.take(open);
  while (!read.sees(close)) {
    const name = read.name();
    read.take(":");
    pairs.set(name, readValue(read));
  }
  read.take(close);
  return pairs;
}

function readValue(read: Reader): Value {
  if (read.sees("{")) return { kind: "object", fields: pairsOf(read, "{", "}") };
  if (read.sees("[")) {
    const items: Value[] = [];
    for (read.next(); !read.sees("]"); ) items.push(readValue(read));
    read.take("]");
    return { kind: "list", items };
  }
  if (read.sees("$")) {
    read.next();
    return { kind: "variable", name: read.name() };
  }
  const { text } = read.next();
  if (text.startsWith('"""')) return { kind: "plain", value: text.slice(3, -3) };
  if (text.startsWith('"')) return { kind: "plain", value: JSON.parse(text) };
  if (/^-?\d/.test(text)) return { kind: "plain", value: Number(text) };
  const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
  if (/^[_A-Za-z]/.test(text)) return { kind: "plain", value: text in words ? words[text] : text };
  throw read.fault();
}
