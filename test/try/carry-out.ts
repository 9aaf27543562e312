import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Act, Command } from "./act.ts";
import { checkCommand } from "./check-command.ts";
import { FIXTURES, type Shop } from "./new-shop.ts";
import { datesOf, type Ended, run } from "./run.ts";
import { say, sayOutput, typed } from "./say.ts";

/** Lines of a command's output that are shown where an act does not say. */
const SHOWN = 5;

/** Does what an act says, shows it and checks it; throws in plain words where something is not as it should be. */
export function carryOut(act: Act, shop: Shop, at: string): void {
  const dated = { ...shop, env: { ...shop.env, ...datesOf(at) } };
  if (act.kind === "change") {
    commitChange(act, dated);
    return;
  }
  if (act.needsChromium && shop.chromium === null) return;
  const words = act.words.map((word) => fill(word, shop.kept, at));
  const set = Object.entries(act.env ?? {}).map(([name, value]) => `${name}=${value} `);
  say(`$ ${set.join("")}${typed(words)}`);
  const ended = run(words, dated, act.env === undefined ? {} : { env: act.env });
  const { only = /./, show = SHOWN } = act;
  const lines = textOf(ended).split("\n");
  sayOutput(
    lines.filter((line) => line.trim() !== "" && only.test(line)),
    show,
  );
  checkCommand(act, ended, dated);
  keep(act, ended, shop.kept);
  if (act.should !== undefined) say(`✓ ${act.should}`);
}

function commitChange({ change, message }: Extract<Act, { kind: "change" }>, shop: Shop): void {
  if (change !== undefined) cpSync(join(FIXTURES, "changes", change), shop.folder, { recursive: true });
  run(["git", "add", "--", ".", ":!.assay/knowledge"], shop, { mustPass: true });
  run(["git", "commit", "--quiet", "-m", message], shop, { mustPass: true });
  const shown = run(["git", "show", "--format=%h %s", "--name-only", "HEAD"], shop, { mustPass: true });
  const [title = "", ...files] = shown.stdout.split("\n").filter((line) => line !== "");
  say(`commit ${title} (${files.join(", ")})`);
}

/** `{at}` is the time of the act; the others were kept by acts before. */
function fill(word: string, kept: ReadonlyMap<string, string>, at: string): string {
  return word.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === "at" ? at : kept.get(name);
    if (value === undefined) throw new Error(`nothing was kept as ${name}`);
    return value;
  });
}

function keep({ keep: names = {} }: Command, ended: Ended, kept: Map<string, string>): void {
  for (const [name, pattern] of Object.entries(names)) {
    const found = pattern.exec(textOf(ended))?.[1];
    if (found === undefined) throw new Error(`there is no ${name} in what it printed: ${pattern}`);
    kept.set(name, found);
  }
}

function textOf({ stdout, stderr }: Ended): string {
  return `${stdout}\n${stderr}`;
}
