import * as z from "zod/mini";

const SHA = /^[0-9a-f]{40}([0-9a-f]{24})?$/;
const ADDRESS = /^(https?:\/\/\S+|[A-Za-z0-9][\w.-]*\/[\w.-]+#[1-9]\d{0,8}|#[1-9]\d{0,8})$/;

/** Where the work of an item is, as a call says it. */
export const linkFields = () => ({
  issue: address("its issue: an address, `owner/name#12` or `#12`"),
  pull: address("its pull request: an address, `owner/name#12` or `#12`"),
  branch: z
    .exactOptional(z.string().check(z.regex(/^[^\s~^:?*[\\]{1,250}$/)))
    .check(z.describe("the branch that it is done on")),
  sha: commitField(),
});

export const commitField = () =>
  z
    .exactOptional(z.string().check(z.regex(SHA)))
    .check(
      z.describe("commit that its gates are to take, whole; else the head where its branch is checked out"),
    );

export const title = () =>
  z
    .string()
    .check(z.minLength(1), z.maxLength(200), z.regex(/^[^\u0000-\u001f\u007f]*$/), z.describe("in a line"));

/** The number in an address of an issue or pull request, as it ends: `…/issues/12`, `#12`; null where there is none. Pure. */
export function numberIn(text: string | undefined): number | null {
  const found = /(?:#|\/(?:issues|pull|pulls|merge_requests|-\/issues)\/)([1-9]\d{0,8})\/?$/.exec(
    text ?? "",
  )?.[1];
  return found === undefined ? null : Number(found);
}

function address(what: string) {
  return z.exactOptional(z.string().check(z.maxLength(500), z.regex(ADDRESS))).check(z.describe(what));
}
