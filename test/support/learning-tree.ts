import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { readRecordFile } from "../../knowledge/record/record-file.ts";
import { parseRecordPath } from "../../knowledge/record/record-path.ts";
import { assay, type Finished, shell } from "./run-assay.ts";
import { temporaryFolder } from "./temporary-folder.ts";

type Env = Readonly<Record<string, string>>;

/** A git repository of a team, and the built CLI in it. */
export interface LearningTree {
  readonly folder: string;
  put(path: string, text: string): void;
  read(path: string): string;
  git(command: string): Promise<string>;
  assay(args: readonly string[], env?: Env): Promise<Finished>;
  /** The same with `--json`; the parsed document, which must be the only thing on standard output. */
  json(
    args: readonly string[],
    env?: Env,
  ): Promise<Finished & { readonly document: ReturnType<typeof JSON.parse> }>;
  /** Writes a report and ingests it with these flags; must end with 0. */
  ingest(text: string, flags?: readonly string[], env?: Env): Promise<Finished>;
  /** Every record that is on the disk, in order of path; fails where a file is none. */
  records(): ReturnType<typeof recordsUnder>;
  /** Every file under `.assay/knowledge` and `.assay/proposals` with its bytes. */
  bytes(): Readonly<Record<string, string>>;
}

/** A fresh one on branch main without a commit; `at` puts it into a folder that is there. */
export async function learningTree(at = temporaryFolder()): Promise<LearningTree> {
  const folder = realpathSync(at);
  const tree = treeIn(folder);
  await tree.git("init --quiet --initial-branch=main");
  await tree.git("config user.name Tester");
  await tree.git("config user.email tester@shop.example");
  return tree;
}

/** A repository that is there already. */
export function treeIn(folder: string): LearningTree {
  // No secrets file of whoever runs the tests.
  const home = { HOME: folder, XDG_CONFIG_HOME: join(folder, ".no-config") };
  const tree: LearningTree = {
    folder,
    put(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    read: (path) => readFileSync(join(folder, path), "utf8"),
    async git(command) {
      const { status, stdout, stderr } = await shell(`git ${command}`, { cwd: folder, env: home });
      if (status !== 0) throw new Error(`git ${command}: ${stdout}${stderr}`);
      return stdout;
    },
    assay: (args, env = {}) => assay(args, { cwd: folder, env: { ...home, ...env } }),
    async json(args, env = {}) {
      const finished = await tree.assay([...args, "--json"], env);
      return { ...finished, document: JSON.parse(finished.stdout) };
    },
    async ingest(text, flags = [], env = {}) {
      tree.put("out/report.ndjson", text);
      const finished = await tree.assay(["ingest", "out/report.ndjson", ...flags], env);
      expect(finished.status, finished.stderr).toBe(0);
      return finished;
    },
    records: () => recordsUnder(join(folder, ".assay/knowledge")),
    bytes: () => ({
      ...filesUnder(folder, ".assay/knowledge"),
      ...filesUnder(folder, ".assay/proposals"),
    }),
  };
  return tree;
}

async function recordsUnder(root: string) {
  const found = [];
  for (const [path, text] of Object.entries(filesUnder(root, ""))) {
    expect(parseRecordPath(path), path).not.toBeNull();
    const file = await readRecordFile(path, text);
    if (file.kind === "bad") throw new Error(`${path}: ${JSON.stringify(file.problems)}`);
    found.push(file.record);
  }
  return found;
}

function filesUnder(root: string, folder: string): Record<string, string> {
  let entries: ReturnType<typeof listed>;
  try {
    entries = listed(join(root, folder));
  } catch {
    return {};
  }
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function listed(path: string) {
  return readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
}

/** The lines of standard error. */
export function told({ stderr }: Finished): string[] {
  return stderr.split("\n").filter((line) => line !== "");
}
