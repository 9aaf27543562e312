import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const require = createRequire(import.meta.url);
const config = require(join(root, ".dependency-cruiser.cjs")) as { forbidden: { name: string }[] };

/** A file, and what it holds, for each rule that must see it. */
const PLANTED: Record<string, Record<string, string>> = {
  "no-cycles": {
    "knowledge/log/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;\n',
    "knowledge/log/b.ts": 'import { a } from "./a.ts";\nexport const b = () => a;\n',
  },
  "layer-text": { "knowledge/text/t.ts": 'import { x } from "../log/x.ts";\nexport const t = x;\n' },
  "layer-ledger": { "knowledge/ledger/g.ts": 'import { x } from "../log/x.ts";\nexport const g = x;\n' },
  "layer-record": { "knowledge/record/r.ts": 'import { x } from "../log/x.ts";\nexport const r = x;\n' },
  "layer-telling": { "knowledge/telling/t.ts": 'import { c } from "../cause/c.ts";\nexport const t = c;\n' },
  "layer-evidence": {
    "knowledge/evidence/e.ts": 'import { c } from "../cause/c.ts";\nexport const e = c;\n',
  },
  "layer-log": { "knowledge/log/l.ts": 'import { c } from "../cause/c.ts";\nexport const l = c;\n' },
  "layer-budget": { "knowledge/budget/b.ts": 'import { q } from "../qa/q.ts";\nexport const b = q;\n' },
  "layer-config": { "knowledge/config/c.ts": 'import { x } from "../log/x.ts";\nexport const c = x;\n' },
  "layer-cause": { "knowledge/cause/k.ts": 'import { q } from "../qa/q.ts";\nexport const k = q;\n' },
  "layer-plan": { "knowledge/plan/p.ts": 'import { c } from "../cause/c.ts";\nexport const p = c;\n' },
  "layer-setup": { "knowledge/setup/s.ts": 'import { c } from "../cause/c.ts";\nexport const s = c;\n' },
  "layer-explain": { "knowledge/explain/x.ts": 'import { q } from "../qa/q.ts";\nexport const x = q;\n' },
  "layer-learn": { "knowledge/learn/l.ts": 'import { q } from "../qa/q.ts";\nexport const l = q;\n' },
  "layer-qa": { "knowledge/qa/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n' },
  "layer-ci": { "knowledge/ci/s.ts": 'import { q } from "../qa/q.ts";\nexport const s = q;\n' },
  "layer-review": { "knowledge/review/s.ts": 'import { q } from "../qa/q.ts";\nexport const s = q;\n' },
  "layer-store": { "knowledge/store/s.ts": 'import { o } from "../acts/o.ts";\nexport const s = o;\n' },
  "layer-run": { "knowledge/run/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n' },
  "layer-acts": { "knowledge/acts/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n' },
  "layer-loosening": {
    "knowledge/loosening/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n',
  },
  "layer-model": { "knowledge/model/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n' },
  "layer-change": { "knowledge/change/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n' },
  "layer-engineer": {
    "knowledge/engineer/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n',
  },
  "layer-work": { "knowledge/work/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n' },
  "layer-watch": { "knowledge/watch/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n' },
  "layer-triage": { "knowledge/triage/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n' },
  "layer-pull": { "knowledge/pull/p.ts": 'import { s } from "../sweep/s.ts";\nexport const p = s;\n' },
  "layer-item": { "knowledge/item/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n' },
  "layer-execute": {
    "knowledge/execute/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n',
  },
  "layer-sweep": { "knowledge/sweep/s.ts": 'import { o } from "../actions/o.ts";\nexport const s = o;\n' },
  "layer-proposal": { "knowledge/proposal/s.ts": 'import { q } from "../qa/q.ts";\nexport const s = q;\n' },
  "no-sideways-evidence-readers": {
    "knowledge/evidence/readers/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/evidence/readers/two.ts": "export const two = 2;\n",
  },
  "no-sideways-log-frameworks": {
    "knowledge/log/frameworks/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/log/frameworks/two.ts": "export const two = 2;\n",
  },
  "no-sideways-log-ci": {
    "knowledge/log/ci/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/log/ci/two.ts": "export const two = 2;\n",
  },
  "no-sideways-cause-rules": {
    "knowledge/cause/rules/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/cause/rules/two.ts": "export const two = 2;\n",
  },
  "no-sideways-setup-runners": {
    "knowledge/setup/runners/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/setup/runners/two.ts": "export const two = 2;\n",
  },
  "no-sideways-setup-snippets": {
    "knowledge/setup/snippets/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/setup/snippets/two.ts": "export const two = 2;\n",
  },
  "no-sideways-loosening-languages": {
    "knowledge/loosening/languages/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/loosening/languages/two.ts": "export const two = 2;\n",
  },
  "no-sideways-plan-methods": {
    "knowledge/plan/methods/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/plan/methods/two.ts": "export const two = 2;\n",
  },
  "no-sideways-qa-policies": {
    "knowledge/qa/policies/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/qa/policies/two.ts": "export const two = 2;\n",
  },
  "no-sideways-qa-exports": {
    "knowledge/qa/exports/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/qa/exports/two.ts": "export const two = 2;\n",
  },
  "no-sideways-execute-runners": {
    "knowledge/execute/runners/one.ts": 'import { two } from "./two.ts";\nexport const one = two;\n',
    "knowledge/execute/runners/two.ts": "export const two = 2;\n",
  },
  "domain-is-pure": {
    "knowledge/cause/d.ts": 'import { readFileSync } from "node:fs";\nexport const d = readFileSync;\n',
  },
  "actions-touch-ports-only": {
    "knowledge/actions/d.ts": 'import { readFileSync } from "node:fs";\nexport const d = readFileSync;\n',
  },
  "ports-are-interfaces": {
    "knowledge/ports/p.ts": 'import type { X } from "../log/x.ts";\nexport type P = X;\n',
  },
  "adapters-only-from-compose": {
    "cli/commands/x.ts": 'import { a } from "#knowledge/adapters/memory/a";\nexport const x = a;\n',
  },
  "adapters-do-not-decide": {
    "knowledge/adapters/memory/bad.ts": 'import { c } from "../../cause/c.ts";\nexport const bad = c;\n',
  },
  "cli-through-the-front-door": {
    "cli/y.ts": 'import { c } from "../knowledge/cause/c.ts";\nexport const y = c;\n',
  },
  "rooms-do-not-climb": { "cli/z.ts": 'import { k } from "../knowledge/index.ts";\nexport const z = k;\n' },
  "knowledge-knows-no-host": {
    "knowledge/log/h.ts": 'import { x } from "../../cli/x.ts";\nexport const h = x;\n',
  },
  "product-does-not-import-tests": {
    "cli/t.ts": 'import { t } from "../test/t.ts";\nexport const t2 = t;\n',
  },
  "no-dev-dependencies-in-the-product": {
    "cli/dev.ts": 'import fc from "fast-check";\nexport const dev = fc;\n',
  },
  "nothing-unresolvable": { "cli/gone.ts": 'import { g } from "./nowhere.ts";\nexport const gone = g;\n' },
};

/** Files that the planted ones import. */
const GROUND: Record<string, string> = {
  "knowledge/index.ts": 'export { c as k } from "./cause/c.ts";\n',
  "knowledge/cause/c.ts": "export const c = 1;\n",
  "knowledge/qa/q.ts": "export const q = 1;\n",
  "knowledge/actions/o.ts": "export const o = 1;\n",
  "knowledge/acts/o.ts": "export const o = 1;\n",
  "knowledge/log/x.ts": "export const x = 1;\nexport type X = number;\n",
  "knowledge/adapters/memory/a.ts": "export const a = 1;\n",
  "cli/x.ts": 'import { k } from "#knowledge";\nexport const x = k;\n',
  "cli/compose.ts": 'import { a } from "#knowledge/adapters/memory/a";\nexport const deps = a;\n',
  "test/t.ts": "export const t = 1;\n",
};

let tree: string;

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
}

function violated(): Set<string> {
  const done = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
      "--config",
      ".dependency-cruiser.cjs",
      "--output-type",
      "json",
      "knowledge",
      "cli",
      "test",
    ],
    { cwd: tree, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const report = JSON.parse(done.stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return new Set(report.summary.violations.map((violation) => violation.rule.name));
}

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "assay-planted-"));
  for (const file of [".dependency-cruiser.cjs", "tsconfig.json", "package.json"])
    cpSync(join(root, file), join(tree, file));
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  write(GROUND);
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe("import boundaries", () => {
  test("every rule has a planted violation", () => {
    expect(Object.keys(PLANTED).sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
  });

  test("a clean tree has no violation, and every planted one is seen", { timeout: 180_000 }, () => {
    expect([...violated()]).toEqual([]);
    for (const files of Object.values(PLANTED)) write(files);
    expect([...violated()].sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
  });

  test("the compiler is one that the cruiser can read", () => {
    const version = execFileSync(
      process.execPath,
      [join(root, "node_modules/typescript/bin/tsc"), "--version"],
      {
        encoding: "utf8",
      },
    );
    expect(version).toMatch(/^Version 6\./);
  });
});
