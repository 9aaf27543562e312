import { openAddress, openEvidence } from "./open-address.ts";
import type { Reach } from "./reach.ts";
import type { Row, Subject } from "./screen.ts";
import type { ScreenId } from "./screens/index.ts";
import { currentDetail } from "./state.ts";
import type { Store } from "./store.ts";

/** Opens what the detail names: at once where it is one thing, else after a choice. */
export function openLinks(store: Store, reach: Reach): void {
  const links = currentDetail(store.get())?.detail.links ?? [];
  const [only] = links;
  if (links.length === 1 && only !== undefined) openSubject(store, reach, only.subject);
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

/** What is opened where; the rest are runs. */
const SCREENS_OF: Readonly<Partial<Record<Subject["kind"], ScreenId>>> = {
  record: "knowledge",
  change: "changes",
  plan: "plans",
  item: "work",
  requirement: "requirements",
};

/** What has an id, wherever its list stands; a page of the web in the browser, evidence in what shows it. */
export function openSubject(store: Store, reach: Reach, subject: Subject): void {
  if (subject.kind === "address") {
    void openAddress(store, reach, subject.id);
    return;
  }
  if (subject.kind === "evidence") {
    void openEvidence(store, reach, subject.id);
    return;
  }
  if (subject.kind === "requirements") {
    store.dispatch({ type: "opened", screen: "requirements", row: null, of: subject.id });
    return;
  }
  const row: Row = {
    id: subject.id,
    sign: { symbol: "·", word: subject.kind, tone: "plain" },
    text: subject.id,
    facts: [],
    at: null,
    subject,
  };
  const screen = SCREENS_OF[subject.kind] ?? "runs";
  const about = subject.kind === "requirement" ? { of: subject.item } : {};
  store.dispatch({ type: "opened", screen, row, ...about });
}
