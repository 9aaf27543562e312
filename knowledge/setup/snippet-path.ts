import type { CiSnippet } from "./ci-snippet.ts";

/** Where the text to paste into a CI's file is kept: no CI reads it there, and a review sees it. */
export function snippetPath({ file }: Pick<CiSnippet, "file">): string {
  return `.assay/ci/${file}`;
}
