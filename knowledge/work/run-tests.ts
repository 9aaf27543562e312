import type { Config } from "../config/config.ts";
import type { FileEdit } from "../ports/change-branch.ts";
import type { Deps } from "../ports/deps.ts";
import type { SandboxEnd, SandboxLimits, SandboxRun } from "../ports/sandbox.ts";

/** What a test run may use; the time is a setting. */
const LIMITS: SandboxLimits = {
  outputBytes: 64 * 1024 ** 2,
  processes: 4_096,
  memoryBytes: 8 * 1024 ** 3,
  fileBytes: 1024 ** 3,
  diskBytes: 4 * 1024 ** 3,
};

/** What the test runners and their tools need to know: that nobody sits before them. */
const ENVIRONMENT = { CI: "true", NO_COLOR: "1" };

export interface TestRunRequest {
  readonly commit: string;
  /** Laid over the files of the commit. */
  readonly edits: readonly FileEdit[];
  /** A line of shell. */
  readonly command: string;
  readonly settings: Config["sandbox"];
  /** Absolute path of the work tree that the read-only folders of the settings are in. */
  readonly workTree: string;
}

export type TestRun =
  | ({ readonly kind: "ran" } & SandboxEnd)
  | {
      readonly kind: "refused";
      readonly code: "sandbox_unavailable";
      readonly why: string;
      readonly recover: string;
    };

/**
 * Runs the tests of a commit with edits over it, apart from this machine, in a copy that is gone when this answers.
 * Nothing that the tests write is read: the edits are what they were given. Refused where there is no sandbox and no
 * person has said that none is needed. Errors: those of the change branch, e.g. edit_refused, git_failed.
 */
export async function runTests(
  { changeBranch, sandbox }: Pick<Deps, "changeBranch" | "sandbox">,
  { commit, edits, command, settings, workTree }: TestRunRequest,
): Promise<TestRun> {
  const bad = settings.readOnly.find((path) => !isInside(path));
  if (bad !== undefined)
    return refusal(
      `\`sandbox.readOnly\` names ${bad}, which is no folder within the work tree that tests may read`,
      "name folders of installed packages only, such as node_modules",
    );
  if (settings.kind === "bubblewrap") {
    const state = await sandbox.state();
    if (state.kind === "unavailable")
      return refusal(
        `the tests are run in a sandbox only, and there is none here: ${state.reason}`,
        "install bubblewrap 0.7 or newer, on Linux with user namespaces; or let them run without: `sandbox: {kind: none}` in .assay/config.yaml",
      );
  }
  const copy = await changeBranch.copy(commit, edits);
  try {
    const options: SandboxRun = {
      folder: copy.folder,
      readOnly: settings.readOnly.map((path) => ({ host: `${workTree}/${path}`, path })),
      env: ENVIRONMENT,
      timeoutMs: settings.timeoutMinutes * 60_000,
      limits: LIMITS,
      kind: settings.kind,
    };
    return { kind: "ran", ...(await sandbox.run(command, options)) };
  } finally {
    await copy.close();
  }
}

/** A folder below the work tree; neither git's, where a token can be, nor what Assay keeps for this machine alone. */
function isInside(path: string): boolean {
  const names = path.split("/");
  const isPlain = names.every((name) => name !== "" && name !== "." && name !== "..");
  return isPlain && !path.includes("\\") && ![".git", ".assay"].includes(names[0]?.toLowerCase() ?? "");
}

function refusal(why: string, recover: string): TestRun {
  return { kind: "refused", code: "sandbox_unavailable", why, recover };
}
