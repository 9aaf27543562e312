import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import { RequestContent } from "../../../knowledge/proposal/request-content.ts";
import { decideSweep } from "../../../knowledge/sweep/decide-sweep.ts";
import { svgText } from "../../../knowledge/sweep/svg-frame.ts";
import { reportRequest } from "../../../knowledge/sweep/want-report.ts";
import { weekAfter } from "../../../knowledge/sweep/week.ts";
import { seriesOf } from "../../../knowledge/sweep/week-series.ts";
import { observedRepository, observedRun, passingRuns, WEEK } from "../../support/observed-week.ts";

const scene = {
  week: WEEK,
  product: "shop",
  timeZone: "Europe/Berlin",
  now: Date.parse("2026-11-30T06:00:00Z"),
  config: DEFAULT_CONFIG,
  mask: <Value>(value: Value) => value,
};

const flakyRuns = (job: string, commits: number) =>
  Array.from({ length: commits }, (_, index) =>
    observedRun(index, {
      attempts: [[{ name: job, conclusion: "failure", seconds: 120 }], [{ name: job, seconds: 120 }]],
    }),
  );
const slow = (seconds: number) =>
  passingRuns(
    Array.from({ length: 20 }, (_, at) => seconds + (at % 3)),
    { name: "build" },
  );
const decide = (job = "unit tests") =>
  decideSweep(
    {
      repositories: [
        observedRepository({
          runs: [...flakyRuns(job, 3), ...slow(200)],
          earlier: [1, 2].map((back) => ({ week: weekAfter(WEEK, -back), series: seriesOf(slow(100)) })),
        }),
      ],
      problems: ["octo/gone: not looked at: it is not there, or not for this token"],
    },
    scene,
  );
const page = (decided: ReturnType<typeof decide>) =>
  decided.content.files.find(({ path }) => path.endsWith(".md"))?.text ?? "";

describe("the report of a week", () => {
  test("is a page and its pictures under the week's name, the same bytes each time", () => {
    const { content } = decide();
    expect(content.files.map(({ path }) => path.replace(/[0-9a-f]{16}/, "<finding>"))).toEqual([
      ".assay/sweeps/2026-W48.md",
      ".assay/sweeps/2026-W48/minutes.svg",
      ".assay/sweeps/2026-W48/<finding>.svg",
    ]);
    expect(decide().content.files).toEqual(content.files);
  });

  test("ranks by minutes times certainty, and tells of each what it rests on and costs", () => {
    const decided = decide();
    expect(decided.content.findings.map(({ kind, weight }) => [kind, weight])).toEqual([
      ["slower", 33.3],
      ["flaky-job", 6],
      ["never-failed", 0],
    ]);
    const text = page(decided);
    expect(text).toContain("| 1 | build: slower | 33.3 min | – | high | 33.3 | – |");
    expect(text).toContain("## 2. unit tests: flaky");
    expect(text).toContain("at 3 of 3 commits. In octo/shop.");
    expect(text).toContain("- Cost: 3 failed results that had to be run again, 6.0 min in all.");
    expect(text).toContain("![Minutes by finding](2026-W48/minutes.svg)");
    expect(text).toContain("octo/gone: not looked at");
    // What never failed is a remark, in a table of its own.
    expect(text).toContain("| build (octo/shop) | 60 | 4.9 % | 1 h 7 min |");
  });

  test("says so where nothing was found, and hands over just the page", () => {
    const { content, issue } = decideSweep({ repositories: [observedRepository()], problems: [] }, scene);
    expect(content.files.map(({ path }) => path)).toEqual([".assay/sweeps/2026-W48.md"]);
    expect(content.files[0]?.text).toContain("0 runs, 0 findings. Nothing was run again to find out.");
    expect(issue).toEqual({ kind: "none", why: "no finding is sure and large enough for an issue" });
  });

  test("takes no mark-up, mention or reference from a name, in page or picture", () => {
    const name =
      "a | b <img src=x onerror=alert(1)> @octo #12 [x](http://evil.example) `c` --> \u001b[31mred\u202e";
    const decided = decide(name);
    const text = page(decided);
    expect(text).not.toMatch(/<img|@octo|#12\b|\]\(http:\/\/evil|\u001b|\u202e/);
    expect(
      text
        .split("\n")
        .filter((line) => line.startsWith("| 2 |"))[0]
        ?.match(/(?<!\\)\|/g),
    ).toHaveLength(8);
    for (const { path, text: drawn } of decided.content.files.filter((one) => one.path.endsWith(".svg"))) {
      expect([path, drawn]).toEqual([
        path,
        expect.not.stringMatching(/<img|<script|onerror=alert\(1\)>|\u001b|\u202e/),
      ]);
      expect(drawn).toMatch(/^<svg [^>]+>\n<title>/);
    }
  });

  test("is proposed from a private repository where there is one", () => {
    const repositories = [
      observedRepository({ repository: "octo/open", isPublic: true }),
      observedRepository({ repository: "octo/closed", isPublic: false }),
    ];
    expect(decideSweep({ repositories, problems: [] }, scene).home).toBe("octo/closed");
    expect(decideSweep({ repositories: repositories.slice(0, 1), problems: [] }, scene).home).toBe(
      "octo/open",
    );
    expect(decideSweep({ repositories: [], problems: [] }, scene).home).toBeNull();
  });

  test("names no repository that could not be looked at where everybody can read it: it may be private", () => {
    const problems = ["octo/secret: not looked at: it is not there, or not for this token"];
    const told = (isPublic: boolean, all = problems) =>
      decideSweep({ repositories: [observedRepository({ isPublic })], problems: all }, scene);
    const files = (isPublic: boolean) => JSON.stringify(told(isPublic).content.files);
    expect(files(false)).toContain("octo/secret");
    expect(files(true)).not.toContain("octo/secret");
    expect(files(true)).toContain("one more repository of the product could not be looked at");
    // For those who ask the ledger, it is told in full.
    expect(told(true).content.problems).toEqual(problems);
    expect(JSON.stringify(told(true, []).content.files)).not.toContain("could not be looked at");
  });

  test("is what a request takes: every file has its evidence", () => {
    const { content } = decide();
    const request = reportRequest({ product: "shop", week: WEEK, content });
    expect(RequestContent.safeParse(request).success).toBe(true);
    expect(request.evidence.map(({ anchor }) => anchor)).toEqual([
      "shop 2026-W48",
      "2026-W48 octo/shop build: slower",
      "2026-W48 octo/shop unit tests: flaky",
    ]);
  });
});

test("a picture's words are one line of text whatever they were, and never mark-up", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
      const shown = svgText(text, 40);
      expect(shown).not.toMatch(/[<>"'\u0000-\u001f\u007f]/);
      expect(shown.replace(/&#\d+;/g, "")).not.toContain("&");
      expect([...shown.replace(/&#\d+;/g, "x")].length).toBeLessThanOrEqual(40);
    }),
    { seed: 11, numRuns: 500 },
  );
});
