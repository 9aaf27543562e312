import type { PlannedEffect } from "../../change/planned-effect.ts";
import type { Deps } from "../../ports/deps.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import { findIssue as findWritten } from "../../telling/find-written.ts";
import { getText } from "../effect-text.ts";
import { type EffectEnd, foundEnd } from "./effect-end.ts";

type IssueEffect = Extract<PlannedEffect, { what: "issue" }>;

/**
 * The open issue with the key, which another change may have opened; `later` where somebody began with it a moment ago,
 * null where it surely is not there. Errors: those of the forge.
 */
export async function findIssue(
  deps: Pick<Deps, "forge" | "clock">,
  repository: RepositoryName,
  { key, labels }: IssueEffect,
  begunAt: string | null,
): Promise<EffectEnd | null> {
  const sought = { repository, key, begunAt, label: labels[0] ?? "", state: "open" } as const;
  return foundEnd(await findWritten(deps, sought));
}

/** Opens an issue. Errors: those of the forge and the artifacts. */
export async function writeIssue(
  { forge, artifacts }: Pick<Deps, "forge" | "artifacts">,
  repository: RepositoryName,
  { title, labels, ...effect }: IssueEffect,
): Promise<EffectEnd> {
  const body = await getText(artifacts, effect.body);
  const { url } = await forge.openIssue(repository, { title, body, labels });
  return { kind: "done", url };
}
