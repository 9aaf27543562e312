import type { Deps } from "../ports/deps.ts";
import type { KnowledgeRecord } from "../record/record.ts";
import { primaryAnchor } from "../record/record.ts";
import { readKnownRecords } from "../store/known-records.ts";

/** That an element of a page is found by a locator, as memory has it. */
export interface KnownSelector {
  readonly record: string;
  /** Folded path of the page. */
  readonly page: string;
  /** `role[name]`. */
  readonly element: string;
  readonly locator: string;
  /** Anchors of the tests that it was learned from. */
  readonly tests: readonly string[];
}

const ELEMENT = /^element:(\/.*?)#(.+)$/;

/** The selector facts that are active. Errors: those of the records and of the journal. */
export async function knownSelectors({
  records,
  journal,
}: Pick<Deps, "records" | "journal">): Promise<readonly KnownSelector[]> {
  const known = await readKnownRecords({ records, journal }, await records.list());
  return known.flatMap(({ file }) => selectorOf(file.record) ?? []);
}

/** What a record says, where it is such a fact and its claim is the one that learning words. Pure. */
export function selectorOf(record: KnowledgeRecord): KnownSelector | null {
  if (record.status !== "active" || record.type !== "selector") return null;
  const [, page, element] = ELEMENT.exec(primaryAnchor(record)) ?? [];
  if (page === undefined || element === undefined) return null;
  const claim = record.claim.trim();
  const words = `On ${page}, ${element} is found by `;
  if (!claim.startsWith(words) || !claim.endsWith(".")) return null;
  return {
    record: record.id,
    page,
    element,
    locator: claim.slice(words.length, -1),
    tests: record.anchors.filter((anchor) => anchor.startsWith("test:")),
  };
}
