import type { Check } from "../ci/check.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";

/** The command that runs the repository's tests, and where it comes from. */
export interface TestCommand {
  readonly command: string;
  /** In words, for the person who confirms it. */
  readonly source: string;
  /** Whether the settings name it: that is a person's word already. */
  readonly isSet: boolean;
}

type CommandDeps = Pick<Deps, "forge" | "changeBranch">;

export interface CommandQuestion {
  readonly repository: RepositoryName;
  readonly head: string;
  /** The failed checks, the first with a job decides. */
  readonly failed: readonly Check[];
  readonly config: Pick<Config, "ci">;
}

/**
 * The command that CI runs: that of the settings, else the `run:` step that failed in the job of the first failed
 * check, else what the repository's own files say its tests are run by. Null where nothing tells. Errors: those of the
 * forge and git.
 */
export async function findTestCommand(
  deps: CommandDeps,
  question: CommandQuestion,
): Promise<TestCommand | null> {
  const { command } = question.config.ci;
  if (command !== null) return { command, source: "ci.command in the settings", isSet: true };
  return (await commandOfJob(deps, question)) ?? (await commandOfFiles(deps, question.head));
}

async function commandOfJob(
  { forge }: CommandDeps,
  { repository, head, failed }: CommandQuestion,
): Promise<TestCommand | null> {
  for (const { workflowRun, job } of failed) {
    if (workflowRun === null || job === null) continue;
    const [run, jobs] = await Promise.all([
      forge.workflowRun(repository, workflowRun),
      forge.jobs(repository, workflowRun),
    ]);
    const failedJob = jobs.find(({ id }) => id === job);
    const step = failedJob?.steps.find(({ conclusion }) => conclusion === "failure")?.name;
    const text = await forge.file(repository, run.path, head);
    if (failedJob === undefined || step === undefined || text === null) continue;
    const { parseWorkflow } = await import("../ci/parse-workflow.ts");
    const command = commandOf(parseWorkflow(text), failedJob.name, step);
    if (command !== null) return { command, source: `step “${step}” of ${run.path}`, isSet: false };
  }
  return null;
}

/** The `run:` of a step by the name that the forge gives it; null where it is none, or holds expressions. */
function commandOf(workflow: unknown, job: string, step: string): string | null {
  const jobs = Object.entries(mapOf(mapOf(workflow).jobs));
  const base = job.replace(/ \(.*\)$/, "");
  const named = jobs.filter(
    ([id, one]) => id === base || mapOf(one).name === base || mapOf(one).name === job,
  );
  for (const [, one] of named) {
    const steps = mapOf(one).steps;
    if (!Array.isArray(steps)) continue;
    for (const candidate of steps.map(mapOf)) {
      const { name, run } = candidate;
      if (typeof run !== "string" || run.includes("${{")) continue;
      if (name === step || `Run ${run.split("\n", 1)[0]?.trim()}` === step) return run.trim();
    }
  }
  return null;
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** What a file at the top says of how tests are run, the first that is there. */
const BY_FILE = [
  { file: "go.mod", command: "go test ./..." },
  { file: "pytest.ini", command: "python -m pytest" },
  { file: "pyproject.toml", command: "python -m pytest" },
  { file: "pom.xml", command: "mvn -o -B test" },
  { file: "gradlew", command: "./gradlew --offline test" },
] as const;

async function commandOfFiles({ changeBranch }: CommandDeps, head: string): Promise<TestCommand | null> {
  const manifest = await changeBranch.read(head, "package.json");
  if (manifest !== null && hasTestScript(manifest))
    return { command: "npm test", source: "the script `test` of package.json", isSet: false };
  const files = new Set((await changeBranch.list(head)).filter((path) => !path.includes("/")));
  const found = BY_FILE.find(({ file }) => files.has(file));
  return found === undefined ? null : { command: found.command, source: found.file, isSet: false };
}

function hasTestScript(manifest: string): boolean {
  try {
    const script = mapOf(mapOf(JSON.parse(manifest)).scripts).test;
    return typeof script === "string" && !script.includes("no test specified");
  } catch {
    return false;
  }
}
