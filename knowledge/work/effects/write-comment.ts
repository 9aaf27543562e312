import type { DoneEffect, PlannedEffect } from "../../change/planned-effect.ts";
import type { Deps } from "../../ports/deps.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import { findComment as findWritten } from "../../telling/find-written.ts";
import { getText } from "../effect-text.ts";
import { type EffectEnd, foundEnd } from "./effect-end.ts";

type CommentEffect = Extract<PlannedEffect, { what: "comment" }>;

/** The comment that somebody began to write at `begunAt`; null where it surely was not written. Errors: those of the forge. */
export async function findComment(
  deps: Pick<Deps, "forge" | "clock">,
  repository: RepositoryName,
  effect: CommentEffect,
  begunAt: string,
): Promise<EffectEnd | null> {
  const { key, on } = effect;
  return foundEnd(await findWritten(deps, { repository, key, begunAt, on }));
}

/**
 * Writes a comment, with the addresses of what was written before it in the places that its text leaves for them.
 * Errors: those of the forge and the artifacts.
 */
export async function writeComment(
  { forge, artifacts }: Pick<Deps, "forge" | "artifacts">,
  repository: RepositoryName,
  effect: CommentEffect,
  done: Readonly<Record<string, DoneEffect>>,
): Promise<EffectEnd> {
  const body = withAddresses(await getText(artifacts, effect.body), done);
  const { url } = await forge.comment(repository, effect.on, body);
  return { kind: "done", url };
}

/** Between angle brackets: no words of others hold these outside of a log, and there an address of ours does no harm. */
function withAddresses(text: string, done: Readonly<Record<string, DoneEffect>>): string {
  return text.replace(/<\{url:([^{}<>\s]+)\}>/g, (_, key: string) => {
    const url = Object.hasOwn(done, key) ? (done[key]?.url ?? null) : null;
    return url === null ? "(its address is not known)" : `<${url}>`;
  });
}
