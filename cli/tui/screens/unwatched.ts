import { AssayError } from "#knowledge";
import type { Block } from "../blocks.ts";

/** The answer, or null where the settings watch nobody. Other errors are thrown. */
export async function orUnwatched<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  return orNull(asked, "watch_unset");
}

/** The answer, or null where it is an error of that code. Other errors are thrown. */
export async function orNull<Answer>(
  asked: Promise<Answer>,
  code: AssayError["code"],
): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AssayError && error.code === code) return null;
    throw error;
  }
}

/** What a screen of the watch says where the settings watch nobody. */
export const WITHOUT_WATCH: readonly Block[] = [
  { kind: "title", text: "No default branch is watched." },
  { kind: "gap" },
  { kind: "text", text: "Write into .assay/config.yaml whose they are:" },
  { kind: "gap" },
  { kind: "line", text: "watch:", tone: "name" },
  { kind: "line", text: "  organisation: acme", tone: "name" },
  { kind: "line", text: "  products: [{name: shop, repositories: [acme/shop]}]", tone: "name" },
  { kind: "gap" },
  { kind: "text", text: "What each key means, and a first look at them:" },
  { kind: "gap" },
  { kind: "quote", text: "assay config --help" },
  { kind: "quote", text: "assay watch run" },
];
