import { readChain } from "./chain.ts";
import type { Loosening } from "./loosening.ts";
import { render } from "./render.ts";
import type { TestFile } from "./test-model.ts";

/** What a value is made with, and no test asks about: a clock or a source of chance that is held still is set-up. */
const CLOCK = /^(now|utcnow|today|time|monotonic|sleep|random|randint|uuid4|randomUUID|Date)$/;

/** Stand-ins that are new, and stand in the place of what the tests ask about. */
export function compareReplacements(before: TestFile, after: TestFile): Loosening[] {
  const asked = new Set(
    before.tests.flatMap(({ assertions }) =>
      assertions.flatMap(({ subject }) =>
        [
          ...render(subject)
            .replace(/"(?:\\.|[^"\\])*"/g, "")
            .matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu),
        ]
          .map(([name]) => name)
          .filter((name) => !CLOCK.test(name) || readChain(subject).at(-1)?.name === name),
      ),
    ),
  );
  const known = new Map<string, number>();
  for (const { target } of before.replacements) known.set(target, (known.get(target) ?? 0) + 1);
  const findings: Loosening[] = [];
  for (const [local, from] of after.imports) {
    const was = before.imports.get(local);
    // Fixtures of Playwright give their own `expect` out again.
    if (
      !/^(expect|assert)$/.test(local) ||
      was === undefined ||
      was.startsWith(".") ||
      !from.startsWith(".") ||
      /fixture/i.test(from)
    )
      continue;
    findings.push({
      kind: "assertion-weakened",
      path: after.path,
      side: "after",
      line: 1,
      text: `${local} from "${from}"`,
      why: "the project's own code decides what holds now",
      test: null,
      was: null,
      is: null,
    });
  }
  for (const { target, line, text } of after.replacements) {
    const left = known.get(target) ?? 0;
    known.set(target, left - 1);
    if (left > 0) continue;
    const given = [...before.imports].filter(([, from]) => from === target).map(([local]) => local);
    if (!/^(expect|assert)$/.test(target) && !asked.has(target) && !given.some((local) => asked.has(local)))
      continue;
    findings.push({
      kind: "subject-replaced",
      path: after.path,
      side: "after",
      line,
      text,
      why: `${target} is what the tests ask about, and a stand-in takes its place`,
      test: null,
      was: null,
      is: null,
    });
  }
  return findings;
}
