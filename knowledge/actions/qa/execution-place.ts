import type { Deps } from "../../ports/deps.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { secretsMask } from "../../store/secrets-mask.ts";
import { headProblem } from "./case-execution-begin.ts";
import { changedFile, treeChanged } from "./changed-file.ts";
import type { Warning } from "./envelope.ts";
import type { ExecutionPlace } from "./execute-case.ts";
import { projectName } from "./project-name.ts";
import { readQaSettings } from "./qa-settings.ts";

type Needs = Pick<Deps, "configFile" | "projectFiles" | "repository" | "secrets">;

/** What an execution is told of where it is. */
export interface Expected {
  readonly base_url: string | null;
  readonly expected_branch: string | null;
  readonly expected_sha: string | null;
  readonly wait_seconds: number;
}

export interface Standpoint {
  readonly kind: "here";
  readonly world: Omit<ExecutionPlace, "place" | "within">;
  readonly warnings: readonly Warning[];
}

/**
 * What is the same for all cases that are carried out here, or that something else is checked out than what is expected.
 * Where files differ from the commit, nobody can tell which code is carried out: then it names none. Errors: config_invalid,
 * secrets_unreadable, those of git and of the files.
 */
export async function executionPlace(
  deps: Needs,
  called: string,
  expected: Expected,
): Promise<Standpoint | QaRefusal> {
  const head = await deps.repository.head();
  const moved = headProblem(expected, head);
  if (moved !== null) return moved;
  if (expected.base_url !== null && !/^https?:$/.test(protocolOf(expected.base_url)))
    return {
      kind: "refused",
      code: "precondition_failed",
      why: `${expected.base_url} is no base URL: it begins with http or https`,
      recover: "assay qa browser status",
    };
  const [settings, mask, project, changed] = await Promise.all([
    readQaSettings(deps),
    secretsMask(deps.secrets),
    projectName(deps),
    changedFile(deps),
  ]);
  const { commit, branch } = head;
  return {
    kind: "here",
    world: {
      called,
      methods: settings.methods,
      isNewestOnly: settings.isNewestOnly,
      project,
      mask,
      code: commit === null || changed !== null ? null : { branch, sha: commit },
      sha: commit,
      baseUrl: expected.base_url,
      machineWaitMs: expected.wait_seconds * 1_000,
    },
    warnings: commit === null || changed === null ? [] : [treeChanged(changed)],
  };
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}
