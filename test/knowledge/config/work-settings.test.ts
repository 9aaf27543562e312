import { describe, expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import { parseConfig } from "../../../knowledge/config/parse-config.ts";
import { isSafeUrl } from "../../../knowledge/config/safe-url.ts";
import { AssayError } from "../../../knowledge/errors.ts";

const read = (text: string) => parseConfig(".assay/config.yaml", text).config;

/** Line, words and way out of a refusal. */
function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const { line, problem, fix } = error.data;
    return `${line} ${problem}; ${fix}`;
  }
  throw new Error("it was read");
}

const QA = "{name: qa, type: agentRole, agentRole: ci-resolver, returnTo: build}";
const BUILD = "{name: build, type: agentRole, agentRole: product-feature-builder}";
const workflow = (name: string, ...steps: string[]) =>
  `workflows:\n  - name: ${name}\n    steps:\n${steps.map((step) => `      - ${step}\n`).join("")}`;

describe("settings of the QA engineer", () => {
  test("each key of the file has its place, and what is left out its default", () => {
    const config = read(`
forge: {host: git.example.test, api: https://git.example.test/api/v3/, quote_logs_in_public: true, write_pause_ms: 0}
ci: {command: npm test, no_ci_after_seconds: 60, timeout_minutes: 45}
tests: {files: ["spec/**"], except: []}
sandbox: {kind: none, read_only: [deps], timeout_minutes: 5}
model: {provider: bedrock, model: eu.anthropic.claude-x, region: eu-west-1, max_output_tokens: 4000}
prices: {bedrock/eu.anthropic.claude-x: {input: 2, output: 8, cache_read: 0.2}}
labels: {needs_person: help, triage: base}
webhook: https://hooks.example.test/x
`);
    expect(config).toMatchObject({
      forge: {
        host: "git.example.test",
        api: "https://git.example.test/api/v3",
        quoteLogsInPublic: true,
        writePauseMs: 0,
      },
      ci: { command: "npm test", noCiAfterSeconds: 60, timeoutMinutes: 45 },
      tests: { files: ["spec/**"], except: [] },
      sandbox: { kind: "none", readOnly: ["deps"], timeoutMinutes: 5 },
      model: { provider: "bedrock", url: null, region: "eu-west-1", maxOutputTokens: 4000 },
      prices: {
        "bedrock/eu.anthropic.claude-x": { input: 2, output: 8, cacheRead: 0.2, cacheWrite: 2.5 },
      },
      labels: { flaky: "flaky", needsPerson: "help", triage: "base" },
      webhook: "https://hooks.example.test/x",
      workflows: DEFAULT_CONFIG.workflows,
    });
    expect(read("ci:\n  command:\n").ci).toEqual(DEFAULT_CONFIG.ci);
  });

  test("a workflow replaces the default of its name where that stood; another comes behind", () => {
    const { workflows } = read(
      `${workflow("change", BUILD, QA)}    budget: {group: qa, weeklyUSD: "15.00"}\n  - name: nightly\n    enabled: false\n    steps: [${BUILD}]\n`,
    );
    expect(workflows.map(({ name, enabled }) => [name, enabled])).toEqual([
      ["change-quick", true],
      ["change", true],
      ["ci-triage", true],
      ["qa-weekly-sweep", true],
      ["nightly", false],
    ]);
    expect(workflows[1]).toEqual({
      name: "change",
      enabled: true,
      steps: [
        {
          name: "build",
          type: "agentRole",
          agentRole: "product-feature-builder",
          returnTo: null,
          maxReturns: 2,
          maxAttempts: 3,
          maxBudgetUSD: "4.00",
        },
        {
          name: "qa",
          type: "agentRole",
          agentRole: "ci-resolver",
          returnTo: "build",
          maxReturns: 2,
          maxAttempts: 3,
          maxBudgetUSD: "4.00",
        },
      ],
      budget: { group: "qa", weeklyUSD: "15.00", scheduled: false },
    });
  });

  test.each([
    ["forge: {api: ftp://x}", /^1 forge\.api: is not an https URL/],
    ["forge: {api: http://git.example.test}", /^1 forge\.api: is not an https URL/],
    ["forge: {host: https://github.com}", /^1 forge\.host: is not a host/],
    ["\nwebhook: http://hooks.example.test", /^2 webhook: is not an https URL/],
    ["webhook: https://user:pass@hooks.example.test", /^1 webhook: is not an https URL/],
    ["model: {provider: openai, model: x}", /^1 model\.provider: is not anthropic or bedrock or openai-comp/],
    ["model:\n  provider: openai-compatible\n  model: x", /^1 model\.url: is missing; name the URL/],
    ["model: {provider: anthropic}", /^1 model\.model: is missing/],
    ["prices:\n  a/b: {input: -1, output: 1}", /^2 prices\.a\/b\.input: is less than 0/],
    ["prices:\n  a/b: {input: 1}", /^2 prices\.a\/b\.output: is missing/],
    ["sandbox: {kind: docker}", /^1 sandbox\.kind: is not bubblewrap or none/],
    ["sandbox: {read_only: [../x]}", /^1 sandbox\.read_only\[0\]: is not a path/],
    ["tests: {files: []}", /^1 tests\.files: is empty/],
    [`labels: {flaky: ${"x".repeat(51)}}`, /^1 labels\.flaky: is longer than 50 characters/],
    ["ci: {timeout_minutes: 0}", /^1 ci\.timeout_minutes: is less than 1/],
    ["ci: {timeout_minutes: 1.5}", /^1 ci\.timeout_minutes: is not of type int/],
  ])("%j is refused", (text, words) => {
    expect(refusal(text)).toMatch(words);
  });

  test.each([
    [
      "an unknown role",
      "{name: a, type: agentRole, agentRole: boss}",
      /^4 .*agentRole: is not product-feature-b/,
    ],
    ["another type", "{name: a, type: shell, agentRole: ci-resolver}", /^4 .*type: is not agentRole/],
    ["no type", "{name: a, agentRole: ci-resolver}", /^4 workflows\[0\]\.steps\[0\]\.type: is missing/],
    [
      "a number for a sum",
      "{name: a, type: agentRole, agentRole: ci-resolver, maxBudgetUSD: 4}",
      /^4 .*maxBudgetUSD: is not of type string; write it in quotes: "4"$/,
    ],
    [
      "words for a sum",
      "{name: a, type: agentRole, agentRole: ci-resolver, maxBudgetUSD: '$4'}",
      /^4 .*maxBudgetUSD: is not a decimal number of USD/,
    ],
  ])("a step with %s is refused", (_, step, words) => {
    expect(refusal(workflow("w", step))).toMatch(words);
  });

  test("steps of one name, a return to nowhere or to what comes later, and one that may not return", () => {
    expect(refusal(workflow("w", BUILD, BUILD))).toBe(
      "5 workflows[0].steps[1].name: build is the name of an earlier step; give it another name",
    );
    expect(refusal(workflow("w", BUILD, QA.replace("build", "bild")))).toBe(
      "5 workflows[0].steps[1].returnTo: bild is neither the name nor the role of an earlier step; name one of build, or its role",
    );
    expect(refusal(workflow("w", QA, BUILD))).toMatch(/^4 .*put the step that it returns to before it$/);
    expect(refusal(workflow("w", QA.replace("returnTo: build", "returnTo: qa")))).toMatch(/^4 .*neither/);
    expect(
      refusal(workflow("w", BUILD, BUILD.replace("build", "again").replace("}", ", returnTo: build}"))),
    ).toMatch(/^5 .*returnTo: a step of product-feature-builder sends nothing back; only ci-resolver/);
    expect(refusal(`${workflow("w", BUILD)}${workflow("w", BUILD).slice("workflows:\n".length)}`)).toBe(
      "5 workflows[1].name: w is the name of an earlier workflow; give it another name",
    );
    expect(refusal("workflows: [{name: w, steps: []}]")).toMatch(/^1 workflows\[0\]\.steps: is empty/);
  });

  test("a return may name the role instead of the step", () => {
    const { workflows } = read(workflow("w", BUILD, QA.replace("build", "product-feature-builder")));
    expect(workflows.at(-1)?.steps[1]?.returnTo).toBe("product-feature-builder");
  });

  test("workflows of one group share one sum: another one is refused, in quotes or not", () => {
    const one = (name: string, sum: string, group = "night") =>
      `  - name: ${name}\n    steps: [${BUILD}]\n    budget: {group: ${group}, weeklyUSD: ${sum}, scheduled: true}\n`;
    expect(read(`workflows:\n${one("a", '"20.00"')}${one("b", '"20.00"')}`).workflows.at(-1)?.budget).toEqual(
      {
        group: "night",
        weeklyUSD: "20.00",
        scheduled: true,
      },
    );
    expect(refusal(`workflows:\n${one("a", '"20.00"')}${one("b", '"15.00"')}`)).toBe(
      "7 workflows[1].budget.weeklyUSD: 15.00 here and 20.00 in a, but group night has one sum; write the same weeklyUSD in every workflow of group night",
    );
    expect(refusal(`workflows:\n${one("a", '"20.00"', "qa")}`)).toBe(
      "4 workflows[0].budget.weeklyUSD: 20.00 here and 15.00 in ci-triage, but group qa has one sum; write the same weeklyUSD in every workflow of group qa; ci-triage is a default until the file has one of that name",
    );
    expect(refusal(`workflows:\n${one("a", "15.00")}`)).toBe(
      '4 workflows[0].budget.weeklyUSD: is not of type string; write it in quotes: "15"',
    );
  });
});

test.each([
  ["https://api.github.com", true],
  ["http://127.0.0.1:8080/x", true],
  ["http://localhost", true],
  ["http://[::1]:9", true],
  ["http://127.0.0.1.evil.test", false],
  ["http://localhost.evil.test", false],
  ["https://a:b@c", false],
  ["javascript:alert(1)", false],
  ["file:///etc/passwd", false],
  ["nonsense", false],
])("%s may be written to: %s", (url, isSafe) => {
  expect(isSafeUrl(url)).toBe(isSafe);
});
