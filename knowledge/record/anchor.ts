import { parseRepositoryName } from "../text/repository-name.ts";

export const ANCHOR_KINDS = ["page", "element", "check", "test", "step", "job", "repo"] as const;
export type AnchorKind = (typeof ANCHOR_KINDS)[number];

export type AnchorResult =
  | { readonly kind: "anchor"; readonly anchor: string }
  | { readonly kind: "refused"; readonly problem: string };

/** Characters of an anchor; more would not be a name. */
const LONGEST = 500;

/**
 * The one spelling of an anchor, `kind:value`, so that two runs that saw the same thing name it the same:
 *
 * - `page:/checkout`, from an address or a path: no origin, query or fragment, ids and hashes folded to `:param`;
 * - `element:/checkout#button[Place order]`: the same path, then what it is and what it is called;
 * - `check:<name>`, `test:<suite>/<name>`, `step:<action>`, `job:<name>`: white space collapsed; learning names a
 *   test by all of its suites, a check and a step by `<suite>/<name> › <what>` (decision 15);
 * - `repo:<owner/name>`, in lower case.
 *
 * Idempotent and pure.
 */
export function normaliseAnchor(text: string): AnchorResult {
  const colon = text.indexOf(":");
  const kind = ANCHOR_KINDS.find((known) => known === text.slice(0, Math.max(colon, 0)).trim());
  if (kind === undefined)
    return refused(`"${text}" does not begin with one of ${ANCHOR_KINDS.join(", ")} and a colon`);
  const value = collapse(text.slice(colon + 1));
  if (value === "") return refused(`"${text}" names nothing after the colon`);
  const normal = NORMALISE[kind](value);
  if (normal === null) return refused(`"${text}" is not of the form ${FORMS[kind]}`);
  const anchor = `${kind}:${normal}`;
  return anchor.length > LONGEST
    ? refused(`it is longer than ${LONGEST} characters`)
    : { kind: "anchor", anchor };
}

/** A path whose ids and hashes are folded to `:param`, without origin, query, fragment or closing slash. */
export function foldPath(address: string): string {
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    const name = part.trim();
    if (name === "" || name === ".") continue;
    if (name === "..") parts.pop();
    else parts.push(isParameter(name) ? ":param" : name);
  }
  return `/${parts.join("/")}`;
}

const FORMS = {
  page: "page:/path",
  element: "element:/path#role[name]",
  check: "check:<name>",
  test: "test:<suite>/<name>",
  step: "step:<action>",
  job: "job:<name>",
  repo: "repo:<owner/name>",
} as const satisfies Record<AnchorKind, string>;

const same = (value: string) => value;

const NORMALISE: Record<AnchorKind, (value: string) => string | null> = {
  page: foldPath,
  element(value) {
    const hash = value.indexOf("#");
    const name = hash < 0 ? "" : value.slice(hash + 1).trim();
    return name === "" ? null : `${foldPath(value.slice(0, hash))}#${name}`;
  },
  check: same,
  test: same,
  step: same,
  job: same,
  repo: (value) => (parseRepositoryName(value) === null ? null : value.toLowerCase()),
};

/** A number, a UUID, a hash, a ULID, or a mixture of letters of both cases and digits that no word is. */
function isParameter(part: string): boolean {
  return (
    /^\d+$/.test(part) ||
    /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(part) ||
    (/^[0-9a-f]{7,128}$/i.test(part) && /\d/.test(part)) ||
    (/^[0-9A-HJKMNP-TV-Z]{26}$/i.test(part) && /\d/.test(part)) ||
    (/^[\w-]{16,}$/.test(part) && /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part))
  );
}

function collapse(value: string): string {
  return value
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function refused(problem: string): AnchorResult {
  return { kind: "refused", problem };
}
