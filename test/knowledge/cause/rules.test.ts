import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CAUSES } from "../../../knowledge/cause/cause.ts";
import { fillAction } from "../../../knowledge/cause/fill-action.ts";
import { signCaptures } from "../../../knowledge/cause/match-rules.ts";
import { RULE_STAGES, type Rule } from "../../../knowledge/cause/rule.ts";
import { RULES } from "../../../knowledge/cause/rules/index.ts";
import { vocabulary } from "../../../knowledge/cause/vocabulary.ts";
import { regexRisk } from "./regex-risk.ts";

const FOLDER = join(import.meta.dirname, "../../../knowledge/cause/rules");
const fits = (rule: Rule, line: string) => rule.signs.filter((sign) => signCaptures(sign, line) !== null);

describe("the registry", () => {
  test("holds exactly the rules of the files in its folder", async () => {
    const files = readdirSync(FOLDER).filter((name) => name !== "index.ts");
    const ids: string[] = [];
    for (const file of files) {
      const slug = file.replace(/\.ts$/, "");
      const module = (await import(join(FOLDER, file))) as Record<string, readonly Rule[]>;
      for (const rule of Object.values(module).flat()) {
        expect(rule.id === slug || rule.id.startsWith(`${slug}/`), `${rule.id} in ${file}`).toBe(true);
        ids.push(rule.id);
      }
    }
    expect(RULES.map((rule) => rule.id).sort()).toEqual(ids.sort());
  });

  test("gives each rule an id of its own", () => {
    expect(new Set(RULES.map((rule) => rule.id)).size).toBe(RULES.length);
  });

  test("knows no cause outside the set, and never calls a line flaky by itself", () => {
    for (const rule of RULES) {
      expect(CAUSES).toContain(rule.cause);
      expect(RULE_STAGES).toContain(rule.stage);
      expect(rule.cause, rule.id).not.toBe("flaky");
    }
  });

  test("covers every cause that a line can show", () => {
    const shown = new Set<string>(RULES.map((rule) => rule.cause));
    expect([...CAUSES].filter((cause) => cause !== "flaky" && !shown.has(cause))).toEqual([]);
  });

  test("its vocabulary is sorted, unique and lower case", () => {
    const words = vocabulary(RULES);
    expect(words).toEqual([...new Set(words)].sort());
    for (const word of words) expect(word).toBe(word.toLowerCase());
  });
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))("rule %s", (_, rule) => {
  test("matches its hits, with every sign at work and every gap of its sentence filled", () => {
    expect(rule.hits.length).toBeGreaterThan(0);
    const used = new Set<unknown>();
    for (const hit of rule.hits) {
      const signs = fits(rule, hit);
      expect(signs, hit).not.toEqual([]);
      for (const sign of signs) {
        used.add(sign);
        expect(
          fillAction(rule.nextAction, signCaptures(sign, hit) ?? []),
          `${sign.has}: ${hit}`,
        ).not.toContain("see the line");
      }
    }
    expect(rule.signs.filter((sign) => !used.has(sign)).map((sign) => sign.has)).toEqual([]);
  });

  test("does not match its misses", () => {
    expect(rule.misses.length).toBeGreaterThan(0);
    for (const miss of rule.misses) expect(fits(rule, miss), miss).toEqual([]);
  });

  test("is well made", () => {
    expect(rule.confidence).toBeGreaterThan(0);
    expect(rule.confidence).toBeLessThanOrEqual(1);
    expect(rule.nextAction).toMatch(/^[A-Z].*[.?]$/);
    for (const sign of rule.signs) {
      expect(sign.has.length).toBeGreaterThanOrEqual(3);
      expect(sign.has).toBe(sign.has.toLowerCase());
      for (const pattern of [sign.re, sign.not]) {
        if (pattern === undefined) continue;
        expect(pattern.flags, "a sign keeps no state between lines").toMatch(/^i?$/);
        expect(regexRisk(pattern.source), `${pattern}`).toBeNull();
      }
    }
  });

  test("takes no time on a line made against it", () => {
    for (const sign of rule.signs) {
      for (const line of hostileLines(rule, sign.has)) {
        expect(
          milliseconds(() => signCaptures(sign, line)),
          `${sign.re} on ${line.slice(0, 60)}`,
        ).toBeLessThan(10);
      }
    }
  });
});

/** Lines at the limit of length: parts of the rule's own hits, again and again. */
function hostileLines(rule: Rule, has: string): string[] {
  const fill = (part: string) =>
    `${part.repeat(Math.ceil(1_980 / part.length)).slice(0, 1_980 - has.length)} ${has}`;
  const hits = rule.hits.filter((hit) => hit.toLowerCase().includes(has)).slice(0, 2);
  const parts = hits.flatMap((hit) => [
    hit.slice(0, Math.max(3, Math.floor(hit.length / 2))),
    hit.slice(0, -1),
  ]);
  return [has, `${has} `, "a", "1", " ", "'", '"', "a/", ...parts].flatMap((part) => [
    fill(part),
    has + fill(part),
  ]);
}

/** The best of three, so that a pause of the machine does not count. */
function milliseconds(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && best >= 10; round += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
