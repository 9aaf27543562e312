import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

/**
 * `npm run criteria`: which acceptance criteria and lessons no test names. A title counts when it holds at
 * most three ids; a criterion (K, C, R, Q) counts only in a test that goes through a surface a user has.
 */
export interface Criterion {
  readonly id: string;
  readonly text: string;
}

interface Mention {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly title: string;
}

export interface CriteriaReport {
  readonly proved: readonly (Criterion & { readonly by: readonly Mention[] })[];
  readonly missing: readonly Criterion[];
  /** Titles that do not count, with the reason. */
  readonly discounted: readonly (Mention & { readonly why: string })[];
  /** Ids that no list knows. */
  readonly unknown: readonly Mention[];
}

const ID = /\b[KCRQL]-\d{3}\b/g;
const SURFACES = /^test\/(e2e|tui|contracts|lambdas)\//;
const MOST_IDS = 3;

/** Titles of `test`, `it`, `describe` and their `.each`, `.skipIf` … forms. */
function titles(path: string, text: string): { title: string; line: number }[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: { title: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(test|it)\b/.test(node.expression.getText(source))) {
      const first = node.arguments[0];
      const title =
        first === undefined
          ? undefined
          : ts.isStringLiteralLike(first)
            ? first.text
            : ts.isTemplateExpression(first)
              ? first.getText(source)
              : undefined;
      if (title !== undefined)
        found.push({ title, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/fixtures/"))
    .sort();
}

export function criteriaReport(root: string): CriteriaReport {
  const criteria = JSON.parse(readFileSync(join(root, "test/tools/criteria.json"), "utf8")) as Criterion[];
  const known = new Map(criteria.map((criterion) => [criterion.id, criterion]));
  const proofs = new Map<string, Mention[]>();
  const discounted: (Mention & { why: string })[] = [];
  const unknown: Mention[] = [];
  for (const path of testFiles(join(root, "test"))) {
    const file = relative(root, path).replaceAll("\\", "/");
    for (const { title, line } of titles(path, readFileSync(path, "utf8"))) {
      const ids = [...new Set(title.match(ID) ?? [])];
      for (const id of ids) {
        const mention = { id, file, line, title };
        if (!known.has(id)) unknown.push(mention);
        else if (ids.length > MOST_IDS)
          discounted.push({ ...mention, why: `${ids.length} ids in one title` });
        else if (!id.startsWith("L") && !SURFACES.test(file))
          discounted.push({ ...mention, why: "not through a user's surface" });
        else proofs.set(id, [...(proofs.get(id) ?? []), mention]);
      }
    }
  }
  return {
    proved: criteria
      .filter(({ id }) => proofs.has(id))
      .map((criterion) => ({ ...criterion, by: proofs.get(criterion.id) ?? [] })),
    missing: criteria.filter(({ id }) => !proofs.has(id)),
    discounted,
    unknown,
  };
}

if (import.meta.main) {
  const report = criteriaReport(join(import.meta.dirname, "..", ".."));
  if (process.argv.includes("--json")) {
    process.stdout.write(`${JSON.stringify({ schemaVersion: 1, kind: "criteria", ...report }, null, 2)}\n`);
  } else {
    for (const { id, text } of report.missing) console.log(`${id}  ${text}`);
    for (const { id, file, line, why } of report.discounted)
      console.log(`not counted: ${id} at ${file}:${line} (${why})`);
    for (const { id, file, line } of report.unknown)
      console.log(`no such criterion: ${id} at ${file}:${line}`);
    console.log(`${report.proved.length} proved, ${report.missing.length} without a test`);
  }
}
