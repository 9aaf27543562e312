import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type LearningTree, learningTree } from "../support/learning-tree.ts";
import { click, runText } from "../support/run-text.ts";

const SECRET = "hunter2-supersecret";
const URL_FORM = SECRET.replaceAll("-", "%2D");
/** As a log may show it: in pieces of other colours, or with something in it that nobody sees. */
const HIDDEN = ["hunter2\u001b[1m-supersecret\u001b[0m", "hunter2\u200b-super\u0008secret"];

async function tree(): Promise<LearningTree> {
  const made = await learningTree();
  made.put(".assay/local/secrets", `TOKEN=${SECRET}\n`);
  return made;
}

/** Files of ours that hold the secret in any form, the secrets file left out. */
function leaks({ folder }: LearningTree): string[] {
  const base64 = Buffer.from(SECRET).toString("base64").slice(0, -3);
  const hidden = HIDDEN.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  const forms = [SECRET, base64, URL_FORM, ...hidden];
  const tops = [".assay", ".git/assay"].filter((top) => existsSync(join(folder, top)));
  return tops.flatMap((top) =>
    readdirSync(join(folder, top), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name !== "secrets")
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => {
        const bytes = readFileSync(path);
        return forms.some((form) => bytes.includes(form)) || path.includes(SECRET);
      }),
  );
}

const failing = (secret: string) =>
  runText([
    { name: `pays with ${secret}`, steps: [click(`Pay ${secret}`)] },
    {
      name: "logs in",
      outcome: "failed",
      failure: `no answer for ${secret}`,
      steps: [click("Log in", `/login?token=${secret}`)],
    },
    { name: "retries", failedFirst: `first ${secret}`, suites: [`suite ${secret}`] },
  ]);

describe("a secret of the secrets files", () => {
  test.each([SECRET, ...HIDDEN, URL_FORM, Buffer.from(SECRET).toString("base64")])(
    "K-029 L-012 reaches no byte of what is kept: of a report, its place and a command's output (%j)",
    async (secret) => {
      const made = await tree();
      made.put("out/report.ndjson", runText([], { error: `broken: ${secret}`, commit: `c-${secret}` }));
      const place = ["--branch", `fix/${secret}`, "--commit", `c-${secret}`, "--job", `job ${secret}`];
      await made.assay(["ingest", "out/report.ndjson"]);
      await made.ingest(failing(secret), place);
      await made.ingest(failing(secret), ["--run", "r", "--part", "1/2", ...place]);
      await made.assay(["ingest", "--run", "r", "--close"]);
      made.put("say.sh", `printf '%s\\n' '${secret}' 'error: denied'; exit 3\n`);
      const run = ["run", "--job", `job ${secret}`, "--", "sh", "say.sh"];
      expect((await made.assay(run)).status).toBe(3);
      await made.assay(["explain", "out/report.ndjson", "--record", ...place]);
      // The branch that git names.
      await made.git(`switch --quiet -c fix/${SECRET}`);
      expect((await made.assay(["run", "--", "true"])).status).toBe(0);
      const { stdout, document } = await made.json(["runs", "list"]);
      expect(document.total).toBe(5);
      expect(stdout).not.toContain(SECRET);
      expect(leaks(made)).toEqual([]);
    },
  );

  test("K-029 an id that holds it is refused, and nothing is kept", async () => {
    const made = await tree();
    made.put("out/report.ndjson", failing("nothing"));
    for (const flags of [[], ["--part", "1/2"], ["--close"]]) {
      const reports = flags[0] === "--close" ? [] : ["out/report.ndjson"];
      const refused = await made.assay(["ingest", ...reports, "--run", `run-${SECRET}`, ...flags]);
      expect(refused).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/the run's id: holds a secret of the secrets files \[secret_refused\]/),
      });
      expect(refused.stderr).not.toContain(SECRET);
    }
    expect(leaks(made)).toEqual([]);
  });

  test("K-029 L-012 no act of a person keeps it: it is refused, and the message does not say it", async () => {
    const made = await tree();
    await made.ingest(failing("nothing"), ["--run", "r1"]);
    const [record] = await made.records();
    const id = record?.id ?? "";
    const editor = { VISUAL: "true" };
    const acts: readonly (readonly [string, readonly string[]])[] = [
      ["the new claim", ["knowledge", "edit", id, "--claim", `The token is ${SECRET}.`]],
      ["the reason", ["knowledge", "edit", id, "--claim", "Other words.", "--reason", SECRET]],
      ["the reason", ["knowledge", "accept", id, "--reason", `is ${SECRET}`]],
      ["the reason", ["knowledge", "reject", id, "--reason", SECRET]],
      ["the reason", ["knowledge", "forget", id, "--reason", Buffer.from(SECRET).toString("base64")]],
      ["the reason", ["mark", "r1", "right", "--reason", HIDDEN[0] ?? ""]],
      ["the message", ["commit", "--message", `Learn ${SECRET}`]],
    ];
    const before = made.bytes();
    for (const [place, args] of acts) {
      const { status, stderr, stdout } = await made.assay([...args, "--yes"], editor);
      expect({ status, stderr }, args.join(" ")).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`${place}: holds a secret of the secrets files [secret_refused]`),
      });
      expect(stderr + stdout).not.toContain(SECRET);
    }
    expect(made.bytes()).toEqual(before);
    expect(leaks(made)).toEqual([]);
  });

  test("K-029 `check` names the files that hold it, and neither `accept`, `proposal apply` nor `commit` takes them on", async () => {
    const made = await tree();
    await made.ingest(failing("nothing"), ["--run", "r1"]);
    const changed = failing("nothing").replaceAll(".getByRole", "").replaceAll("getByRole", "getByTitle");
    await made.ingest(changed, ["--run", "r2"], { CI: "true" });
    const [proposed = ""] = Object.keys(made.bytes()).filter((name) => name.endsWith(".yaml"));
    made.put(proposed, made.read(proposed).replace(/^(claim: .*)\.("?)$/m, `$1 with ${SECRET}.$2`));
    const [path = ""] = Object.keys(made.bytes()).filter((name) => name.endsWith(".md"));
    made.put(path, made.read(path).replace(/\S+\n$/, `${SECRET}.\n`));
    const id = path.slice(path.lastIndexOf("/") + 1, -".md".length);
    const { status, document } = await made.json(["check"]);
    expect({ status, problems: document.problems }).toEqual({
      status: 1,
      problems: [
        expect.anything(),
        expect.objectContaining({ file: proposed, message: "holds a secret of the secrets files" }),
      ],
    });
    expect(document.problems).toMatchObject([
      {
        file: path,
        line: made.read(path).trimEnd().split("\n").length,
        key: null,
        message: "holds a secret of the secrets files",
        fix: expect.stringContaining("take it out of the file"),
      },
      {},
    ]);
    const prop = proposed.slice(".assay/proposals/".length, -".yaml".length);
    expect(await made.assay(["proposal", "apply", prop, "--yes"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${proposed}: holds a secret`),
    });
    expect(await made.assay(["proposal", "drop", prop, "--yes", "--reason", SECRET])).toMatchObject({
      status: 2,
    });
    expect(await made.assay(["knowledge", "accept", id, "--yes"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`record ${id}: holds a secret`),
    });
    expect(await made.assay(["commit", "--yes"])).toMatchObject({ status: 1 });
    expect(
      leaks(made)
        .map((leak) => leak.slice(made.folder.length + 1))
        .sort(),
    ).toEqual([path, proposed].sort());
    expect((await made.assay(["doctor"])).stdout.replace(/\s+/g, " ")).toContain(
      "holds a secret of the secrets files",
    );
  });
});
