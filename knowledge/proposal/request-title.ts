import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { withoutInvisible, withoutSequences } from "../text/terminal-text.ts";
import type { RequestKind } from "./request-identity.ts";

/**
 * The title of a request, one line of at most 200 characters; `given` where one source alone names it. A squash makes a
 * commit's message of it, so that nothing in it may close an issue or name somebody. Pure.
 */
export function requestTitle(
  kind: RequestKind,
  items: number,
  { given, mask }: { readonly given: string | null; readonly mask: SecretMask },
): string {
  const line = given === null ? "" : withoutSequences(maskText(given, mask)).replace(/\s+/g, " ");
  const said = withoutInvisible(line)
    .replace(/[@#](?=[\p{L}\p{N}])/gu, "$& ")
    .replace(/(gh)-(?=\d)/gi, "$1 - ")
    .replace(/:\/\//g, ": //")
    .trim();
  if (said !== "")
    return said.length <= 200 ? said : `${said.slice(0, 199).replace(/[\ud800-\udbff]$/, "")}…`;
  if (kind === "sweep") return "Assay: report of the week";
  return `Assay: ${items} ${items === 1 ? "change" : "changes"} of what is known about the tests`;
}
