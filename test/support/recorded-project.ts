import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readReportBytes } from "./read-report-bytes.ts";
import type { Finished } from "./run-assay.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const FIXTURES = join(root, "test/fixtures/recorders");

/** A secret of every project here. */
export const SECRET = "s3cr3t-token";

/** A team's project from a folder of test/fixtures/recorders, with this package installed as a registry would. */
export function recordedProject(fixture: string, installed: readonly string[]): string {
  const project = temporaryFolder();
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, "assay/dist"), { recursive: true });
  cpSync(join(root, "dist/recorders"), join(modules, "assay/dist/recorders"), { recursive: true });
  cpSync(join(root, "package.json"), join(modules, "assay/package.json"));
  for (const name of installed) symlinkSync(join(root, "node_modules", name), join(modules, name));
  cpSync(join(FIXTURES, fixture), project, { recursive: true });
  cpSync(join(FIXTURES, "checkout.js"), join(project, "checkout.js"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "shop", type: "module" }));
  mkdirSync(join(project, ".assay/local"), { recursive: true });
  writeFileSync(join(project, ".assay/local/secrets"), `TOKEN=${SECRET}\n`);
  return project;
}

/** Variables of the outer test run that would change an inner one. */
const SILENCED =
  /^(?:VITEST.*|NODE_OPTIONS|NODE_ENV|NODE_TEST_CONTEXT|ASSAY_.*|TEST|CI|FORCE_COLOR|GITHUB_.*)$/;

/** Runs a program of the package's own node_modules, or node itself, in a project. */
export function runIn(
  project: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const quiet = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SILENCED.test(name)));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: project,
      env: { ...quiet, XDG_CONFIG_HOME: join(project, "none"), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** Path of a program in node_modules. */
export function program(path: string): string {
  return join(root, "node_modules", path);
}

/** The run files in a folder: their texts, and what the reader makes of each. */
export async function recordedRuns(folder: string) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
  const texts = names.map((name) => readFileSync(join(folder, name), "utf8"));
  const read = await Promise.all(texts.map((text) => readReportBytes("run.ndjson", text)));
  return { texts, runs: read.flatMap((run) => (run === null ? [] : [run])), left: readdirSync(folder) };
}
