import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { ForgeChange, ForgeFileChange, RepositoryName } from "../ports/forge.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { MergedChange } from "./merged-change.ts";

/** Changes whose files are read; of more, the newest. */
const READ = 10;
/** Characters of a body, and of a diff. */
const BODY = 1_500;
const DIFF = 6_000;

export interface MergedRange {
  readonly repository: RepositoryName;
  /** The newest tip that passed, or null. */
  readonly after: string | null;
  readonly until: string;
  readonly mask: SecretMask;
}

export interface ReadMerged {
  /** Newest first. */
  readonly merged: readonly MergedChange[];
  /** Why it is not known what was merged, or null. */
  readonly unknown: string | null;
}

/**
 * The changes that came in since the branch passed last, with the files of the newest of them. Where no such tip is
 * known, or history was rewritten, that is told. Errors: those of the forge, but for a commit that is gone.
 */
export async function readMerged(
  { forge }: Pick<Deps, "forge">,
  { repository, after, until, mask }: MergedRange,
): Promise<ReadMerged> {
  if (after === null) return { merged: [], unknown: "no tip was seen to pass before it" };
  let changes: readonly ForgeChange[];
  try {
    changes = await forge.mergedSince(repository, { after, until });
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== "forge_missing") throw error;
    return { merged: [], unknown: "the tip that passed last is no longer there to compare with" };
  }
  const merged: MergedChange[] = [];
  for (const [index, change] of changes.entries()) {
    const files = index < READ ? await filesOf(forge, repository, change.number) : null;
    merged.push(told(change, files, mask));
  }
  return { merged, unknown: null };
}

async function filesOf(
  forge: Deps["forge"],
  repository: RepositoryName,
  number: number,
): Promise<readonly ForgeFileChange[] | null> {
  try {
    return await forge.changedFiles(repository, number);
  } catch (error) {
    if (error instanceof AssayError) return null;
    throw error;
  }
}

function told(
  { number, title, author, mergedAt, body }: ForgeChange,
  files: readonly ForgeFileChange[] | null,
  mask: SecretMask,
): MergedChange {
  const masked = (text: string) => maskText(text, mask);
  return {
    number,
    title: masked(title),
    author: masked(author),
    mergedAt,
    body: masked(body).slice(0, BODY).toWellFormed(),
    files: files?.flatMap(({ path, from }) => (from === null ? [path] : [path, from])).map(masked) ?? null,
    diff: masked(diffOf(files ?? [])).toWellFormed(),
  };
}

/** Cut before it is masked would be half a secret; cut at a line it is none. */
function diffOf(files: readonly ForgeFileChange[]): string {
  const lines: string[] = [];
  let room = DIFF;
  for (const { path, patch } of files) {
    for (const line of [`--- ${path}`, ...(patch ?? "(no diff is told)").split("\n")]) {
      room -= line.length + 1;
      if (room < 0) return [...lines, "(the rest is left out)"].join("\n");
      lines.push(line);
    }
  }
  return lines.join("\n");
}
