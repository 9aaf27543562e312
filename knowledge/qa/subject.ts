/**
 * What has to be proved for: an item (or one task of an epic), or a plan that runs for nobody's item. Deployment runs come
 * later and get their member of this union.
 */
export type Subject =
  | { readonly kind: "item"; readonly item_id: string }
  | { readonly kind: "task"; readonly epic_id: string; readonly task_num: number }
  | { readonly kind: "execution"; readonly execution_id: string };

/** An item's name, as in `SHOP-12`: at most 16 letters and digits, then the number of an issue or pull request. */
export const ITEM_KEY = /^[A-Z][A-Z0-9]{0,15}-[1-9][0-9]{0,8}$/;

/** A standalone plan execution, as in `exec-7k3f9x2m`. */
export const EXECUTION_ID = /^exec-[0-9a-hjkmnp-tv-z]{10}$/;

/** Stream of everything that is proved for a subject. */
export function subjectStream(subject: Subject): string {
  switch (subject.kind) {
    case "item":
      return `item/${subject.item_id}`;
    case "task":
      return `item/${subject.epic_id}`;
    case "execution":
      return `execution/${subject.execution_id}`;
  }
}
