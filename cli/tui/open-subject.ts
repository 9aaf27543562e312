import type { Row, Subject } from "./screen.ts";
import { currentDetail } from "./state.ts";
import type { Store } from "./store.ts";

/** Opens what the detail names: at once where it is one thing, else after a choice. */
export function openLinks(store: Store): void {
  const links = currentDetail(store.get())?.detail.links ?? [];
  const [only] = links;
  if (links.length === 1 && only !== undefined) openSubject(store, only.subject);
  else
    store.dispatch({
      type: "sheet",
      sheet: {
        kind: "choose",
        title: "Open",
        options: links.map((link) => ({ label: link.label, choice: { kind: "subject", link } })),
        at: 0,
      },
    });
}

/** A run or a record by its id, wherever its list stands. */
export function openSubject(store: Store, subject: Subject): void {
  const row: Row = {
    id: subject.id,
    sign: { symbol: "·", word: subject.kind, tone: "plain" },
    text: subject.id,
    facts: [],
    at: null,
    subject,
  };
  store.dispatch({ type: "opened", screen: subject.kind === "record" ? "knowledge" : "runs", row });
}
