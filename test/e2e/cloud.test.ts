import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { RequestList, SweepShown, WatchList } from "../../knowledge/index.ts";
import { listenOn } from "../support/aws/listen-on.ts";
import { shell } from "../support/run-assay.ts";

const root = join(import.meta.dirname, "../..");

/** What the cloud printed, a document a line. */
interface Line {
  readonly kind: string;
  readonly at?: string;
  readonly schedule?: string;
  readonly function?: string;
  readonly outcome?: string;
  readonly told?: readonly string[];
  readonly folders?: readonly string[];
  readonly waiting?: number;
  readonly dead?: number;
}

const SHOWN = {
  watch: "watch list --json",
  sweep: "sweep show shop --json",
  requests: "proposal request list --json",
} as const;

/** The whole of it once, and then the built CLI with the environment and the settings that it gives. */
async function once(folder: string) {
  const asked = Object.entries(SHOWN).map(
    ([name, command]) => `"$NODE" "$ASSAY" ${command} > ${folder}/${name}.json`,
  );
  const { status, stdout, stderr } = await shell(
    `npm run -s cloud -- --once --json -- sh -c '${asked.join(" && ")}'`,
    { cwd: root },
  );
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  const lines = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
  const shown = <Document>(name: keyof typeof SHOWN): Document =>
    JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Document;
  return {
    lines,
    watch: shown<WatchList>("watch"),
    sweep: shown<SweepShown>("sweep"),
    requests: shown<RequestList>("requests"),
  };
}

describe("the cloud on one machine", () => {
  let ran: Awaited<ReturnType<typeof once>>;
  const folder = mkdtempSync(join(tmpdir(), "assay-test-"));
  beforeAll(async () => {
    ran = await once(folder);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const runsOf = (name: string) => ran.lines.filter((one) => one.kind === "run" && one.function === name);

  test("lets each schedule come due, does all that follows, and leaves nothing", () => {
    const schedules = ran.lines.flatMap((one) => (one.kind === "schedule" ? [one.schedule ?? ""] : []));
    expect(schedules).toEqual(
      expect.arrayContaining([
        "watch-acme",
        expect.stringMatching(/^sweep-acme-shop-/),
        expect.stringMatching(/^sweep-acme-docs-/),
      ]),
    );
    expect(ran.lines.filter(({ kind }) => kind === "run").map(({ outcome }) => outcome)).not.toContain(
      "failed",
    );
    expect(ran.lines.at(-1)).toMatchObject({ kind: "end", waiting: 0, dead: 0 });
    const folders = ran.lines.find(({ kind }) => kind === "ready")?.folders ?? [];
    expect(folders).toHaveLength(1);
    expect(folders.map((one) => existsSync(one))).toEqual([false]);
  });

  test("C-061 C-078 what the functions saw of default branches is what `assay watch list` shows from the table", () => {
    expect(runsOf("assay-watch")[0]?.told).toContain("looked=3");
    const [first = "", second = ""] = ran.lines.flatMap((one) =>
      one.kind === "schedule" && one.schedule === "watch-acme" ? [one.at] : [],
    );
    expect(Math.round((Date.parse(second) - Date.parse(first)) / 60_000)).toBe(10);
    const row = (name: string) => ran.watch.repositories.find(({ repository }) => repository === name);
    expect(row("acme/shop")).toMatchObject({ outcome: "failed" });
    expect(row("acme/handbook")).toMatchObject({ outcome: "passed" });
  });

  test("C-063 C-065 a failure that the code caused became one issue, a flake none", () => {
    const told = runsOf("assay-triage").map((one) => one.told?.join(" "));
    expect(told).toHaveLength(2);
    expect(told.filter((words) => /word=code .*issue=\d+/.test(words ?? ""))).toHaveLength(1);
    expect(told.filter((words) => /word=flake(?!.*issue=)/.test(words ?? ""))).toHaveLength(1);
  });

  test("C-079 C-080 C-087 each product was swept on the Monday at seven, with one issue for the most important finding", () => {
    const sweeps = ran.lines.filter((one) => one.kind === "schedule" && one.schedule?.startsWith("sweep-"));
    for (const { at = "" } of sweeps) {
      const shown = new Intl.DateTimeFormat("en-GB", {
        timeZone: "Europe/Berlin",
        weekday: "long",
        hour: "2-digit",
        minute: "2-digit",
      }).format(new Date(at));
      expect(shown).toBe("Monday 07:00");
    }
    expect(runsOf("assay-sweep").every((one) => one.told?.includes("sweep=swept"))).toBe(true);
    expect(ran.sweep.swept).toMatchObject({ issue: { repository: "acme/cart" } });
  });

  test("its reports are proposed, and `assay proposal request list` shows the requests", () => {
    const sweeps = ran.requests.requests.filter(({ kind }) => kind === "sweep");
    expect(sweeps.map(({ repository }) => repository).sort()).toEqual(["acme/handbook", "acme/shop"]);
  });
});

test("a port that is taken is named, and nothing is begun", async () => {
  const server = createServer();
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const port = new URL(await listenOn(server, 0)).port;
  const refused = await shell(`npm run -s cloud -- --port ${port}`, { cwd: root });
  expect(refused).toEqual({
    status: 2,
    stdout: "",
    stderr: `port ${port} is taken: name another one with --port\n`,
  });
});
