import type { Expr } from "./code.ts";
import { isConstant } from "./is-constant.ts";
import { expressionsWithin } from "./parts-of.ts";
import { render } from "./render.ts";

/** What names stand for at a place in a test. */
export interface Scope {
  readonly values: Map<string, Expr>;
  /** What names of changing lists and objects stood for at first. */
  readonly initial: Map<string, Expr>;
  readonly parent: Scope | null;
  /** Names of lists and objects that the code around may change: they stand for themselves. */
  readonly changing: ReadonlySet<string>;
}

/** A value of more nodes than this stands as its name and a digest. */
const LARGEST_VALUE = 400;

export function innerScope(parent: Scope | null, changing: ReadonlySet<string> = new Set()): Scope {
  return { values: new Map(), initial: new Map(), parent, changing };
}

export function lookUp(scope: Scope | null, name: string): Expr | undefined {
  for (let at = scope; at !== null; at = at.parent) {
    const value = at.values.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

export function initialValue(scope: Scope | null, name: string): Expr | undefined {
  for (let at = scope; at !== null; at = at.parent) {
    const value = at.initial.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Binds a name or a pattern to a value that is resolved already. */
export function bind(scope: Scope, target: Expr, value: Expr): void {
  if (target.kind === "name") {
    if (target.name === "_") return;
    const changes = (value.kind === "list" || value.kind === "map") && isChanging(scope, target.name);
    if (changes) scope.initial.set(target.name, value);
    const kept = changes ? target : shortened(target.name, value);
    home(scope, target.name).values.set(target.name, kept);
  } else if (target.kind === "operation" && target.op === "=") {
    // A default stands beside its name.
    const [name] = target.operands;
    if (name !== undefined) bind(scope, name, value);
  } else if (target.kind === "list") {
    for (const [index, item] of target.items.entries())
      bind(scope, item, elementAt(value, index, target.items.length));
  } else if (target.kind === "map") {
    for (const item of target.items)
      if (item.kind === "named") bind(scope, item.value, memberOf(value, item.name));
  } else if (target.kind === "member" && target.of.kind === "name") {
    // `self.cart = …` and `this.cart = …`; of other objects only what the test spells out itself.
    if (/^(self|this|cls)$/.test(target.of.name) || isConstant(value))
      scope.values.set(`${target.of.name}.${target.name}`, shortened(target.name, value));
  }
}

/** An assignment reaches the scope that declared the name. */
function home(scope: Scope, name: string): Scope {
  for (let at: Scope | null = scope; at !== null; at = at.parent) if (at.values.has(name)) return at;
  return scope;
}

function isChanging(scope: Scope | null, name: string): boolean {
  for (let at = scope; at !== null; at = at.parent) if (at.changing.has(name)) return true;
  return false;
}

function shortened(name: string, value: Expr): Expr {
  if (value.kind === "function") return value;
  let nodes = 0;
  for (const _ of expressionsWithin(value)) {
    nodes += 1;
    if (nodes > LARGEST_VALUE) break;
  }
  if (nodes <= LARGEST_VALUE) return value;
  const { start, end, line } = value;
  return { kind: "literal", type: "type", value: `${name}#${digest(render(value))}`, start, end, line };
}

/** FNV-1a. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Names of members that the test set itself, of the object that a name holds, with their values. */
export function membersSet(scope: Scope, name: string): readonly (readonly [string, Expr])[] {
  const found = new Map<string, Expr>();
  for (let at: Scope | null = scope; at !== null; at = at.parent)
    for (const [key, value] of at.values)
      if (key.startsWith(`${name}.`) && !found.has(key)) found.set(key, value);
  return [...found].map(([key, value]) => [key.slice(name.length + 1), value] as const);
}

/** Whoever is given an object may change it. */
export function forgetMembers(scope: Scope, name: string): void {
  for (let at: Scope | null = scope; at !== null; at = at.parent)
    for (const key of [...at.values.keys()]) if (key.startsWith(`${name}.`)) at.values.delete(key);
}

/** What a destructured position holds; the whole of what is not a list. */
function elementAt(value: Expr, index: number, count: number): Expr {
  if (value.kind === "list" && value.items[index] !== undefined) return value.items[index];
  const { start, end, line } = value;
  if (count === 1) return value;
  const at: Expr = { kind: "literal", type: "number", value: String(index), start, end, line };
  return { kind: "index", of: value, at, start, end, line };
}

/** A member, out of an object that is spelled out. */
function memberOf(value: Expr, name: string): Expr {
  const { start, end, line } = value;
  return memberHeld(value, name) ?? { kind: "member", of: value, name, start, end, line };
}

/** The same, where it is spelled out. */
export function memberHeld(value: Expr, name: string): Expr | undefined {
  if (value.kind !== "map") return undefined;
  const found = value.items.findLast((item) => item.kind === "named" && item.name === name);
  return found?.kind === "named" ? found.value : undefined;
}
