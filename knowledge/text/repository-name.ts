/** `owner/name` in the letters that forges take; neither part is a way through folders. */
export const REPOSITORY_NAME = /^(?!\.{1,2}\/)([\w.-]+)\/(?!\.{1,2}$)([\w.-]+)$/;
/** Characters of a name: GitHub takes 39 and 100. */
export const LONGEST_REPOSITORY_NAME = 140;

/** The two parts of a repository's name, or null where it is none. Pure. */
export function parseRepositoryName(text: string): { readonly owner: string; readonly name: string } | null {
  if (text.length > LONGEST_REPOSITORY_NAME) return null;
  const [, owner, name] = REPOSITORY_NAME.exec(text) ?? [];
  return owner === undefined || name === undefined ? null : { owner, name };
}
