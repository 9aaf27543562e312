import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { type Fault, type KeyPath, keyName, type PlanProblem } from "./plan-problem.ts";
import { MISSING, quoted } from "./say-fault.ts";

/** Characters of a file. */
const MOST_CHARACTERS = 256 * 1024;
const DEEPEST = 20;
const MOST_PROBLEMS = 100;

/** Control characters, but line feeds and tabs: no editor shows them, and a terminal acts on them. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** The value of a YAML file, and where each part of it stands. */
export interface YamlFile {
  /** A map of keys; JSON through and through. Empty where there is nothing that can be read. */
  readonly value: Readonly<Record<string, unknown>>;
  /** What is wrong with it as YAML, as far as that is known. */
  readonly problems: readonly PlanProblem[];
  /** Of a part, or of the nearest part around it that is written. */
  lineOf(at: KeyPath): number;
  /** Whether its key is there, with or without a value. */
  isWritten(at: KeyPath): boolean;
}

/**
 * Reads a YAML file of a project, which may hold anything. No text makes it throw. A key without a value, at the top, is
 * one that is not there. Pure.
 */
export function readYamlFile(file: string, text: string): YamlFile {
  const only = (line: number, message: string, fix: string): YamlFile => ({
    value: {},
    problems: [{ file, line, key: null, message, fix }],
    lineOf: () => 1,
    isWritten: () => false,
  });
  if (text.length > MOST_CHARACTERS)
    return only(1, `is larger than ${MOST_CHARACTERS / 1024} KiB`, "make several files of it");
  const odd = text.indexOf("\ufffd");
  if (odd >= 0)
    return only(text.slice(0, odd).split("\n").length, "bytes that are not UTF-8", "save the file as UTF-8");

  const counter = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line);
  let value: unknown;
  const places = new Map<string, number>();
  try {
    const document = parseDocument(text, {
      lineCounter: counter,
      prettyErrors: false,
      logLevel: "silent",
      stringKeys: true,
    });
    const told = [...document.errors, ...document.warnings];
    if (told.length > 0) {
      const problems = told.map(({ code, message, pos }) => {
        const line = lineAt(pos[0]);
        return code === "DUPLICATE_KEY"
          ? {
              file,
              line,
              key: wordAt(text, pos[0]),
              message: "stands there twice",
              fix: "leave one of the two",
            }
          : {
              file,
              line,
              key: null,
              message:
                code === "RESOURCE_EXHAUSTION" ? "is nested too deeply" : `not YAML: ${firstLine(message)}`,
              fix: "correct it",
            };
      });
      return { value: {}, problems: bounded(problems), lineOf: () => 1, isWritten: () => false };
    }
    const { contents } = document;
    if (contents !== null && !isMap(contents)) {
      const isBlank = isScalar(contents) && contents.value === null;
      if (!isBlank)
        return only(1, "is not a map of keys to values", "write a key a line, such as `version: 1`");
    }
    findPlaces(contents, [], 0, (at, offset) => places.set(keyName(at), lineAt(offset)));
    value = document.toJS({ maxAliasCount: 100 });
  } catch {
    return only(
      1,
      "cannot be read as YAML: it is nested too deeply, or an alias leads nowhere",
      "write it plainly",
    );
  }
  const lineOf = (at: KeyPath): number => {
    for (let length = at.length; length > 0; length--) {
      const line = places.get(keyName(at.slice(0, length)));
      if (line !== undefined) return line;
    }
    return 1;
  };
  const isWritten = (at: KeyPath) => places.has(keyName(at));
  const faults: Fault[] = [];
  findUnsound(value, [], faults);
  const problems = faults.map((fault) => problemOf(file, fault, { lineOf, isWritten }));
  if (problems.length > 0) return { value: {}, problems: bounded(problems), lineOf, isWritten };
  return { value: withoutBlanks((value ?? {}) as Record<string, unknown>), problems: [], lineOf, isWritten };
}

/** A fault of the file's value as a problem of the file. */
export function problemOf(
  file: string,
  { at, message, fix }: Fault,
  { lineOf, isWritten }: Pick<YamlFile, "lineOf" | "isWritten">,
): PlanProblem {
  const key = at.length === 0 ? null : keyName(at);
  const isBlank = message === MISSING && isWritten(at);
  return { file, line: lineOf(at), key, message: isBlank ? "has no value" : message, fix };
}

/** The problems in the order of the file, none twice, and no more than a person reads. */
export function bounded(problems: readonly PlanProblem[]): readonly PlanProblem[] {
  const told = new Map(problems.map((one) => [`${one.line} ${one.key} ${one.message}`, one]));
  const inOrder = [...told.values()].toSorted((a, b) => a.line - b.line);
  const [first] = inOrder;
  if (first === undefined || inOrder.length <= MOST_PROBLEMS) return inOrder;
  const more = inOrder.length - MOST_PROBLEMS;
  return [
    ...inOrder.slice(0, MOST_PROBLEMS),
    {
      file: first.file,
      line: inOrder[MOST_PROBLEMS]?.line ?? 1,
      key: null,
      message: `${more} more ${more === 1 ? "problem" : "problems"}`,
      fix: "mend those above first",
    },
  ];
}

/** Without the keys that have no value. */
export function withoutBlanks(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
}

function findPlaces(
  node: unknown,
  at: KeyPath,
  depth: number,
  found: (at: KeyPath, offset: number) => void,
): void {
  if (depth > DEEPEST) return;
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      if (!isScalar(key) || key.range == null) continue;
      const below = [...at, String(key.value)];
      found(below, key.range[0]);
      findPlaces(value, below, depth + 1, found);
    }
  } else if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      if (!isNode(item) || item.range == null) continue;
      found([...at, index], item.range[0]);
      findPlaces(item, [...at, index], depth + 1, found);
    }
  }
}

/** What JSON, a ledger or a reader cannot take: depth without end, numbers that are none, characters that nobody sees. */
function findUnsound(value: unknown, at: KeyPath, faults: Fault[]): void {
  if (faults.length > MOST_PROBLEMS) return;
  const fault = (message: string, fix: string) => faults.push({ at, message, fix });
  if (at.length > DEEPEST) {
    fault(`is nested more than ${DEEPEST} deep`, "write it flatter");
  } else if (typeof value === "string") {
    if (!value.isWellFormed()) fault("holds half of a character", "write the whole character");
    else if (CONTROL.test(value)) fault("holds a control character", "take it out");
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) fault(`${quoted(String(value))} is no number`, "write a number");
    else if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
      fault("is a number that cannot be held exactly", `write it in quotes: "${value}"`);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) findUnsound(item, [...at, index], faults);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === "__proto__" || CONTROL.test(key) || !key.isWellFormed())
        faults.push({
          at: [...at, "a key"],
          message: "has a name that cannot be used",
          fix: "give it another",
        });
      else findUnsound(item, [...at, key], faults);
    }
  } else if (value !== null && typeof value !== "boolean") fault("is no plain value", "write a text");
}

/** The key that begins at a place of the text. */
function wordAt(text: string, offset: number): string {
  return /^[\w-]{1,60}/.exec(text.slice(offset, offset + 60))?.[0] ?? "a key";
}

function firstLine(message: string): string {
  return (message.split("\n")[0] ?? message).slice(0, 200);
}
