import type { Deps } from "../ports/deps.ts";
import type { NewIssue, RepositoryName } from "../ports/forge.ts";
import { maskText } from "../record/mask-text.ts";
import { isFinalRefusal } from "./is-final-refusal.ts";
import type { Telling } from "./telling.ts";

export type OpenedIssue =
  | { readonly kind: "written"; readonly issue: { readonly number: number; readonly url: string } }
  /** The forge does not take it, and will not; masked. */
  | { readonly kind: "refused"; readonly why: string };

/** Opens an issue. Errors: those of the forge that may pass; then nobody knows whether it was opened. */
export async function openIssue(
  { forge }: Pick<Deps, "forge">,
  repository: RepositoryName,
  { title, body, labels }: NewIssue,
  { mask }: Pick<Telling, "mask">,
): Promise<OpenedIssue> {
  try {
    const { number, url } = await forge.openIssue(repository, { title, body, labels });
    return { kind: "written", issue: { number, url } };
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    return { kind: "refused", why: tellRefusal(error, { mask }) };
  }
}

/** Why a forge does not take something, as it is kept: masked, at most 500 characters. */
export function tellRefusal({ message }: Error, { mask }: Pick<Telling, "mask">): string {
  return maskText(message, mask).slice(0, 500);
}
