import type * as z from "zod/mini";
import { POLICIES } from "./policies/index.ts";

export type KnownPolicy = z.output<(typeof POLICIES)[number]["shape"]>;

/** A policy, or what is wrong with it: the key (dotted, empty for the whole) and a sentence that names it. */
export type ParsedPolicy =
  | { readonly kind: "policy"; readonly policy: KnownPolicy }
  | { readonly kind: "problem"; readonly key: string; readonly problem: string };

/** Without a policy one qualifying pass is enough. */
const NONE: KnownPolicy = { type: "deterministic", criteria: "verdict_pass" };

/** Reads a `success_policy` as it is stored or given, null for none; a key that nobody knows is a problem. Pure. */
export function parseSuccessPolicy(json: unknown): ParsedPolicy {
  if (json === null) return { kind: "policy", policy: NONE };
  if (typeof json !== "object" || Array.isArray(json))
    return problem("", `is a JSON object with a type, one of ${TYPES}`);
  const type = "type" in json ? json.type : undefined;
  const known = POLICIES.find((policy) => policy.type === type);
  if (known === undefined) return problem("type", `is one of ${TYPES}`);
  const shape: z.ZodMiniType<KnownPolicy> = known.shape;
  const read = shape.safeParse(json);
  if (read.success) return { kind: "policy", policy: read.data };
  const { path, message } = deepest(read.error.issues);
  return problem(path.join("."), message);
}

const TYPES = POLICIES.map(({ type }) => type).join(", ");

function problem(key: string, why: string): ParsedPolicy {
  return { kind: "problem", key, problem: `success_policy${key === "" ? "" : `.${key}`} ${why}` };
}

interface Found {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Of alternatives, the one in which the reading came furthest: that is the one that was meant. */
function deepest(issues: readonly z.core.$ZodIssue[]): Found {
  const [issue] = issues;
  if (issue === undefined) return { path: [], message: "is not valid" };
  if (issue.code === "unrecognized_keys")
    return { path: [...issue.path, issue.keys[0] ?? ""], message: "is a key that nobody knows" };
  if (issue.code !== "invalid_union" || issue.errors.length === 0)
    return { path: issue.path, message: lower(issue.message) };
  const meant = issue.errors.reduce((one, other) => (other.length < one.length ? other : one));
  const found = deepest(meant);
  return { path: [...issue.path, ...found.path], message: found.message };
}

function lower(message: string): string {
  return message.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}
