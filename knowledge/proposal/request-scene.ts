import type { ForgeChange } from "../ports/forge.ts";
import type { BranchCommit, BranchTips } from "../ports/request-branch.ts";
import type { RequestContent } from "./request-content.ts";

/** Texts of files by path; a path that is not in it has no file. */
export type FileTexts = ReadonlyMap<string, string | null>;

/** What was read of a request's branch and its pull requests. */
export interface RequestScene {
  readonly tips: BranchTips;
  /** Commits that the branch has and the default branch has not. */
  readonly commits: readonly BranchCommit[];
  /** All pull requests of the branch, open and closed, newest first. */
  readonly requests: readonly ForgeChange[];
  /** Files on the default branch, in the folders of what is wanted and of what is on the branch. */
  readonly base: FileTexts;
  /** The same on the branch; empty where there is none. */
  readonly head: FileTexts;
  /** Paths that our last commit left on the branch beside its base. */
  readonly placed: readonly string[];
  /** What is wanted, in the order in which it was first handed over. */
  readonly wanted: readonly RequestContent[];
}
