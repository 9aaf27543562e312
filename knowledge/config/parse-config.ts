import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import { checkEnvironments } from "./check-environments.ts";
import { checkForge } from "./check-forge.ts";
import { checkPlaces } from "./check-places.ts";
import { checkProducts } from "./check-products.ts";
import { checkWorkflows } from "./check-workflows.ts";
import { CONFIG_VERSION, type Config } from "./config.ts";
import { configOf, workflowOf } from "./config-of.ts";
import { ConfigFileSchema, type ConfigFileValue } from "./config-schema.ts";
import type { SettingsFault } from "./settings-fault.ts";

/** A key of the file that means nothing to this version: most often a slip of the pen. */
export interface UnknownKey {
  readonly path: string;
  readonly line: number;
  /** With dots, as in `learning.budgetSeconds`. */
  readonly key: string;
}

export interface ParsedConfig {
  readonly config: Config;
  /** The line on which each key of the file stands, by its name with dots. */
  readonly lines: ReadonlyMap<string, number>;
  readonly unknown: readonly UnknownKey[];
}

type Path = readonly (string | number)[];

/** Keys of which the word `null` turns something off; left blank they are not set, as all others. */
const CAN_BE_NONE: readonly Path[] = [["watch", "artifact"]];

/**
 * Reads the text of `.assay/config.yaml` with the defaults filled in. A key without a value counts as not set; one
 * that is not known is an answer, not an error. Loads the YAML package, so import it late. Errors: config_invalid,
 * naming file, line, key and the way out.
 */
export function parseConfig(path: string, text: string): ParsedConfig {
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    logLevel: "silent",
  });
  const lineAt = (offset: number) => counter.linePos(offset).line;
  const refuse = (line: number, key: string, problem: string, fix: string): never => {
    const about = key === "" ? problem : `${key}: ${problem}`;
    throw new AssayError("config_invalid", { file: path, line, key: key || null, problem: about, fix });
  };

  const [error] = document.errors;
  if (error !== undefined) refuse(lineAt(error.pos[0]), "", `not YAML: ${error.message}`, "correct it");
  if (document.contents !== null && !isMap(document.contents)) {
    const isBlank = isScalar(document.contents) && document.contents.value === null;
    if (!isBlank) refuse(1, "", "not a map of keys to values", "write a key a line, such as `version: 1`");
  }
  const places = new Map<string, number>();
  findPlaces(document.contents, [], (at, offset) => places.set(nameOf(at), lineAt(offset)));
  const lineOf = (at: Path): number => {
    for (let length = at.length; length > 0; length--) {
      const line = places.get(nameOf(at.slice(0, length)));
      if (line !== undefined) return line;
    }
    return 1;
  };

  const value = plainValue(() => document.toJS({ maxAliasCount: 100 }), refuse);
  for (const at of CAN_BE_NONE) {
    const node = document.getIn(at, true);
    if (isScalar(node) && node.value === null && node.source !== "") put(value, at, null);
  }
  const { version } = value;
  if (typeof version === "number" && version > CONFIG_VERSION)
    refuse(
      lineOf(["version"]),
      "version",
      `written for a newer Assay (version ${version}; this one knows ${CONFIG_VERSION})`,
      "update Assay",
    );

  const unknown: UnknownKey[] = [];
  const first = ConfigFileSchema.safeParse(value);
  for (const issue of first.error?.issues ?? []) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        const at = [...issue.path, key] as Path;
        unknown.push({ path, line: lineOf(at), key: nameOf(at) });
        drop(value, at);
      }
    } else {
      const at = issue.path as Path;
      const problem = places.has(nameOf(at)) ? sayIssue(issue) : "is missing";
      refuse(lineOf(at), nameOf(at), problem, wayOut(issue, valueAt(value, at)));
    }
  }
  const parsed = (unknown.length === 0 ? first.data : ConfigFileSchema.parse(value)) as ConfigFileValue;
  const config = configOf(parsed);
  if (config.model?.provider === "openai-compatible" && config.model.url === null)
    refuse(lineOf(["model"]), "model.url", "is missing", "name the URL at which openai-compatible is asked");
  const [fault] = faultsOf(parsed, config);
  if (fault !== undefined)
    refuse(lineOf(fault.at), nameOf(fault.about ?? fault.at), fault.problem, fault.fix);
  return {
    config,
    lines: places,
    unknown: unknown.toSorted((a, b) => a.line - b.line),
  };
}

/** What does not go together in the file, each key of which is well formed. */
function faultsOf({ workflows }: ConfigFileValue, config: Config): readonly SettingsFault[] {
  return [
    ...checkForge(config),
    ...checkPlaces(config),
    ...checkProducts(config),
    ...checkEnvironments(config),
    ...checkWorkflows(workflows.map(workflowOf), config.workflows).map((fault) => ({
      ...fault,
      at: ["workflows", ...fault.at],
    })),
  ];
}

function plainValue(read: () => unknown, refuse: (...told: [number, string, string, string]) => never) {
  let value: unknown;
  try {
    value = read();
  } catch {
    return refuse(1, "", "an alias that cannot be resolved", "write the value itself");
  }
  return withoutBlanks(value ?? {}) as Record<string, unknown>;
}

/** Without the keys of maps that have no value, so that they have their default. */
function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutBlanks(inner)]));
}

function findPlaces(node: Node | null, at: Path, found: (at: Path, offset: number) => void): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      if (!isScalar(key) || key.range == null) continue;
      const below = [...at, String(key.value)];
      found(below, key.range[0]);
      if (isNode(value)) findPlaces(value, below, found);
    }
  } else if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      if (!isNode(item) || item.range == null) continue;
      found([...at, index], item.range[0]);
      findPlaces(item, [...at, index], found);
    }
  }
}

/** `scopes[0].name`: the name by which a person finds it. */
function nameOf(at: Path): string {
  return at.reduce<string>(
    (name, step) => (typeof step === "number" ? `${name}[${step}]` : name === "" ? step : `${name}.${step}`),
    "",
  );
}

function valueAt(value: unknown, at: Path): unknown {
  return at.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null
        ? (inner as Record<string | number, unknown>)[step]
        : undefined,
    value,
  );
}

/** A sum that is not in quotes loses its zeros and its exactness before anybody sees it. */
function wayOut(issue: z.core.$ZodIssue, value: unknown): string {
  return issue.code === "invalid_type" && issue.expected === "string" && typeof value === "number"
    ? `write it in quotes: "${value}"`
    : "correct it, or take it out to have the default";
}

function drop(value: unknown, at: Path): void {
  delete holderOf(value, at)[at.at(-1) as string];
}

function put(value: unknown, at: Path, inner: unknown): void {
  holderOf(value, at)[at.at(-1) as string] = inner;
}

function holderOf(value: unknown, at: Path): Record<string | number, unknown> {
  return at
    .slice(0, -1)
    .reduce(
      (inner, step) => inner[step] as Record<string | number, unknown>,
      value as Record<string | number, unknown>,
    );
}

/** zod/mini carries no words of its own. */
function sayIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `is not of type ${issue.expected}`;
  if (issue.code === "invalid_value") return `is not ${issue.values.join(" or ")}`;
  if (issue.code === "too_small")
    return issue.origin === "number" ? `is less than ${issue.minimum}` : "is empty";
  if (issue.code === "too_big")
    return issue.origin === "string"
      ? `is longer than ${issue.maximum} characters`
      : `is more than ${issue.maximum}`;
  return issue.code === "custom" ? issue.message : "is blank";
}
