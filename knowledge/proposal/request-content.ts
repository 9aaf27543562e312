import * as z from "zod/mini";

/** Characters of all files of one hand-over. */
const MOST_TEXT = 4_000_000;

/** Folders that a request may write to: nothing that decides how a repository is built, checked or watched. */
const FOLDERS = /^\.assay\/(?:knowledge|proposals|sweeps)\//;

/** Whether a request may write there. */
function isProposable(path: string): boolean {
  if (!FOLDERS.test(path) || path.length > 400 || /[\p{Cc}\\]/u.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

const path = () =>
  z
    .string()
    .check(z.refine(isProposable, "is no file of .assay/knowledge, .assay/proposals or .assay/sweeps"));

const evidence = () =>
  z.object({
    anchor: z.string().check(z.minLength(1), z.maxLength(1_000), z.describe("what it is about")),
    claim: z.string().check(z.minLength(1), z.maxLength(4_000), z.describe("what is proposed to be true")),
    cause: z._default(z.nullable(z.string().check(z.maxLength(200))), null),
    files: z
      .array(path())
      .check(z.minLength(1), z.maxLength(50), z.describe("the files that are proposed for it")),
    why: z._default(z.nullable(z.string().check(z.maxLength(2_000))), null),
    links: z._default(
      z
        .array(
          z.object({ text: z.string().check(z.maxLength(200)), url: z.string().check(z.maxLength(500)) }),
        )
        .check(z.maxLength(5)),
      [],
    ),
    log: z
      ._default(z.array(z.string()).check(z.maxLength(200)), [])
      .check(z.describe("lines that show it; not quoted in a public repository")),
  });

/**
 * What is handed over to be proposed: files, with null for one that is to go, and the evidence for each of them. A file
 * without evidence, or evidence for a file that is not there, is refused.
 */
export const RequestContent = z.lazy(() =>
  z
    .object({
      title: z._default(z.nullable(z.string().check(z.maxLength(200))), null),
      intro: z
        ._default(z.nullable(z.string().check(z.maxLength(2_000))), null)
        .check(z.describe("why it is proposed, in a sentence")),
      files: z.array(z.object({ path: path(), text: z.nullable(z.string()) })).check(
        z.maxLength(1_000),
        z.refine(
          (files) => files.reduce((sum, { text }) => sum + (text?.length ?? 0), 0) <= MOST_TEXT,
          `hold more than ${MOST_TEXT} characters`,
        ),
      ),
      evidence: z.array(evidence()).check(z.maxLength(1_000)),
    })
    .check(
      z.refine(({ files, evidence }) => {
        const there = new Set(files.map((file) => file.path));
        const shown = new Set(evidence.flatMap((item) => item.files));
        return (
          there.size === files.length &&
          there.size === shown.size &&
          [...shown].every((one) => there.has(one))
        );
      }, "each file needs evidence, each evidence its files, and each file is named once"),
    ),
);
export type RequestContent = z.output<typeof RequestContent>;
export type Evidence = RequestContent["evidence"][number];
