import { describe, expect, test } from "vitest";
import { config as configOperation } from "../../../knowledge/actions/config.ts";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import { configKeys } from "../../../knowledge/config/config-keys.ts";
import { parseConfig } from "../../../knowledge/config/parse-config.ts";
import { readConfig } from "../../../knowledge/config/read-config.ts";
import { AssayError } from "../../../knowledge/errors.ts";

const PATH = ".assay/config.yaml";
const WATCH = "watch:\n  organisation: acme\n  products:\n";

function refusal(text: string): string {
  try {
    parseConfig(PATH, text);
  } catch (error) {
    if (error instanceof AssayError) return `${error.code} ${error.message}`;
    throw error;
  }
  throw new Error("it was read");
}

describe("the settings file", () => {
  test.each(["", "# nothing\n", "version: 1\n", "reports:\nlearning:\n  budget_seconds:\n"])(
    "%j has the defaults",
    (text) => {
      expect(parseConfig(PATH, text)).toMatchObject({ config: DEFAULT_CONFIG, unknown: [] });
    },
  );

  test("what is set is in force, and the rest stays the default", () => {
    const text =
      "reports: [a/*.xml]\nscopes:\n  - name: shop\n    paths: ['src/shop/**']\nlearning: {budget_seconds: 0}\n";
    const { config, lines } = parseConfig(PATH, text);
    expect(config).toEqual({
      ...DEFAULT_CONFIG,
      reports: ["a/*.xml"],
      scopes: [{ name: "shop", paths: ["src/shop/**"] }],
      learning: { budgetSeconds: 0 },
    });
    expect([
      lines.get("reports"),
      lines.get("scopes[0].paths"),
      lines.get("learning.budget_seconds"),
    ]).toEqual([1, 4, 5]);
  });

  test("a key that is not known is named with its line, in a list too, and the rest holds", () => {
    const { config, unknown } = parseConfig(
      PATH,
      "report: [x]\nlearning:\n  budgetSeconds: 3\nscopes:\n  - name: a\n    path: b\n    paths: [c]\n",
    );
    expect(unknown.map(({ key, line }) => `${line} ${key}`)).toEqual([
      "1 report",
      "3 learning.budgetSeconds",
      "6 scopes[0].path",
    ]);
    expect(config).toEqual({ ...DEFAULT_CONFIG, scopes: [{ name: "a", paths: ["c"] }] });
  });

  test.each([
    [
      "version: 2",
      "config_invalid .assay/config.yaml:1: version: written for a newer Assay (version 2; this one knows 1)",
    ],
    ["- a", "config_invalid .assay/config.yaml:1: not a map of keys to values"],
    [
      "\nlearning:\n  budget_seconds: 61",
      "config_invalid .assay/config.yaml:3: learning.budget_seconds: is more than 60",
    ],
    [
      "learning:\n  budget_seconds: -1",
      "config_invalid .assay/config.yaml:2: learning.budget_seconds: is less than 0",
    ],
    ["learning: soon", "config_invalid .assay/config.yaml:1: learning: is not of type object"],
    ["reports: a.xml", "config_invalid .assay/config.yaml:1: reports: is not of type array"],
    ["reports:\n  - a\n  - 3", "config_invalid .assay/config.yaml:3: reports[1]: is not of type string"],
    ["scopes:\n  - paths: [a]", "config_invalid .assay/config.yaml:2: scopes[0].name: is missing"],
    [
      "scopes:\n  - name: ' '\n    paths: [a]",
      "config_invalid .assay/config.yaml:2: scopes[0].name: is blank",
    ],
    ["scopes:\n  - name: a\n    paths: []", "config_invalid .assay/config.yaml:3: scopes[0].paths: is empty"],
    [
      "ledger: dynamodb",
      "config_invalid .assay/config.yaml:1: aws.table: is missing, and ledger is dynamodb",
    ],
    [
      "ledger: dynamodb\naws:\n  region: eu-central-1\n  bucket: evidence",
      "config_invalid .assay/config.yaml:2: aws.table: is missing, and ledger is dynamodb",
    ],
    ["\nartifacts: s3", "config_invalid .assay/config.yaml:2: aws.bucket: is missing, and artifacts is s3"],
    [
      "artifacts: s3\naws:\n  region: eu-central-1\n  table: assay",
      "config_invalid .assay/config.yaml:2: aws.bucket: is missing, and artifacts is s3",
    ],
    ["aws:\n  table: assay", "config_invalid .assay/config.yaml:1: aws.region: is missing"],
    [
      `${WATCH}    - name: shop\n      repositories: [a/one]\n    - name: shop\n      repositories: [a/two]`,
      "config_invalid .assay/config.yaml:6: watch.products[1].name: shop is the name of an earlier product",
    ],
    [
      `${WATCH}    - name: shop\n      repositories: [a/one]\n    - name: web\n      repositories:\n        - b/one\n        - A/One`,
      "config_invalid .assay/config.yaml:9: watch.products[1].repositories[1]: A/One is in product shop already",
    ],
    [
      `${WATCH}    - name: shop\n      repositories: [a/one, a/ONE]`,
      "config_invalid .assay/config.yaml:5: watch.products[0].repositories[1]: a/ONE is in product shop already",
    ],
    ["a: 1\na: 2", "config_invalid .assay/config.yaml:2: not YAML: Map keys must be unique"],
  ])("%j is refused", (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  test.each(["../x.xml", "/etc/*.xml", "a/../../b", "C:\\x", ""])(
    "a pattern that leaves the work tree: %j",
    (pattern) => {
      expect(refusal(`reports: [${JSON.stringify(pattern)}]`)).toMatch(
        /:1: reports\[0\]: is not a glob pattern/,
      );
    },
  );
});

test("without a file every setting has its default", async () => {
  const file = { read: async () => null };
  expect(await readConfig(file)).toBe(DEFAULT_CONFIG);
  const { exists, settings } = await configOperation.run({ configFile: file }, {});
  expect(exists).toBe(false);
  expect(settings.every(({ line }) => line === null)).toBe(true);
});

test("every key is described, and every setting in force is one of them", async () => {
  const keys = configKeys();
  for (const { key, description } of keys) expect(description, key).not.toBe("");
  const { settings } = await configOperation.run({ configFile: { read: async () => null } }, {});
  const leaves = keys.filter(({ key, type }) => type !== "map" && !/\[\]|NAME/.test(key));
  expect(settings.map(({ key }) => key)).toEqual(leaves.map(({ key }) => key));
  // The file's workflows stand beside the defaults, and without a model or a watch none of their keys holds.
  for (const { key, value } of settings)
    if (/^(?:model|watch)\./.test(key)) expect(value, key).toBeNull();
    else if (key !== "workflows")
      expect(value, key).toEqual(leaves.find((leaf) => leaf.key === key)?.default ?? null);
});

test("the artifact that is learned from has a default, left blank too, and the word null turns it off", () => {
  const products = "    - {name: shop, repositories: [acme/shop]}\n";
  const artifactOf = (line: string) => parseConfig(PATH, `${WATCH}${products}${line}`).config.watch?.artifact;
  expect(
    ["", "  artifact:\n", "  artifact: null\n", "  artifact: ~\n", "  artifact: junit\n"].map(artifactOf),
  ).toEqual(["assay-reports", "assay-reports", null, null, "junit"]);
  expect(refusal(`${WATCH}${products}  artifact: 7\n`)).toContain("watch.artifact");
  expect(configKeys().find(({ key }) => key === "watch.artifact")).toMatchObject({ type: "string or null" });
});

describe("environments, capabilities and QA", () => {
  test("what is set is in force", () => {
    const text = `environments:
  - {name: staging, kind: preview, base_url: "https://staging.example/shop"}
  - {name: live, kind: prod, executable: false}
capabilities: [docker, ssh, docker]
qa: {project: shop, newest_only: true, browser_path: /opt/chrome, retention_days: 7}
`;
    const { config } = parseConfig(PATH, text);
    expect(config.environments).toEqual([
      { name: "staging", kind: "preview", baseUrl: "https://staging.example/shop", isExecutable: true },
      { name: "live", kind: "prod", baseUrl: null, isExecutable: false },
    ]);
    expect(config.capabilities).toEqual(["docker", "ssh"]);
    expect(config.qa).toEqual({
      project: "shop",
      newestOnly: true,
      browserPath: "/opt/chrome",
      retentionDays: 7,
    });
  });

  test.each([
    [
      "environments:\n  - {name: local, kind: preview}",
      "environments[0].name: is `local`, which is always there",
    ],
    ["environments:\n  - {name: QA 2, kind: preview}", "environments[0].name: is not lower-case letters"],
    [
      "environments:\n  - {name: a, kind: local}",
      "environments[0].kind: is not preview or ephemeral or prod",
    ],
    ["environments:\n  - {kind: prod}", "environments[0].name: is missing"],
    [
      "environments:\n  - {name: a, kind: prod}\n  - {name: a, kind: preview}",
      ":3: environments[1].name: a is the name of an earlier environment",
    ],
    [
      "environments:\n  - {name: a, kind: prod, base_url: 'https://me:pw@a.example'}",
      "environments[0].base_url: is not an http or https URL without a password",
    ],
    ["capabilities: [Docker]", "capabilities[0]: is not lower-case letters"],
    ["qa: {newest_only: often}", "qa.newest_only: is not"],
    ["qa: {retention_days: 0}", "qa.retention_days: is less than 1"],
    ["qa: {project: a/b}", "qa.project: is not a word of letters"],
  ])("%j is told of", (text, words) => {
    expect(refusal(text)).toContain(words);
  });
});
