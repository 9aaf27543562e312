import { attempt } from "./attempt.ts";
import { openAddress } from "./open-address.ts";
import type { Operations } from "./operations.ts";
import type { Reach } from "./reach.ts";
import type { Row, Subject } from "./screen.ts";
import type { Store } from "./store.ts";

/** What has pages at the forge. */
const PAGED: readonly Subject["kind"][] = ["change", "watched", "sweep", "request"];

export function hasPages({ subject }: Row): boolean {
  return PAGED.includes(subject.kind);
}

/** Opens the page of an entry in the browser; where it has several, after a choice. */
export async function openPage(store: Store, reach: Reach, { subject }: Row): Promise<void> {
  await attempt(store, null, async () => {
    const [first, ...others] = await pagesOf(reach.operations, subject);
    if (first === undefined)
      return store.dispatch({ type: "noticed", notice: "it has no page at the forge that is known here" });
    if (others.length === 0) return openAddress(store, reach, first);
    const options = [first, ...others].map((id) => ({
      label: id,
      choice: { kind: "subject", link: { label: id, subject: { kind: "address", id } } } as const,
    }));
    store.dispatch({ type: "sheet", sheet: { kind: "choose", title: "Open", options, at: 0 } });
  });
}

/** Copies the addresses of entries; of one that has none its id. */
export async function copyPages(store: Store, reach: Reach, rows: readonly Row[]): Promise<void> {
  await attempt(store, null, async () => {
    const texts: string[] = [];
    for (const { subject } of rows) {
      const pages = await pagesOf(reach.operations, subject);
      texts.push(...(pages.length === 0 ? [subject.id] : pages));
    }
    const text = texts.join("\n");
    store.dispatch({ type: "sheet", sheet: { kind: "copied", how: reach.copy(text), text } });
  });
}

/** A change and a request have one page, a default branch those of our open issues, a sweep that of its issue. */
async function pagesOf(operations: Operations, subject: Subject): Promise<readonly string[]> {
  switch (subject.kind) {
    case "change":
      return [(await operations.change(subject.id)).change.url];
    case "request": {
      const { url } = (await operations.request(subject.request, false)).request;
      return url === null ? [] : [url];
    }
    case "watched": {
      const { issues } = await operations.watchedBranch(subject.id);
      return issues.flatMap(({ url, state }) => (url === null || state === "closed" ? [] : [url]));
    }
    case "sweep": {
      if (subject.week === null) return [];
      const { issue } = (await operations.swept(subject.product, subject.week)).swept;
      return issue === null ? [] : [issue.url];
    }
    default:
      return [];
  }
}
