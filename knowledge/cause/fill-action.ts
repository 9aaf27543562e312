/** Characters of a capture that are put into a sentence. */
const CAPTURE_LIMIT = 80;

/** Puts what a sign captured into the rule's sentence; a group that took nothing is replaced by the first that did. */
export function fillAction(template: string, captures: readonly string[]): string {
  return template.replace(/\{(\d)\}/g, (_, group: string) => {
    const taken = (captures[Number(group) - 1] ?? captures[0] ?? "").trim();
    return taken.length > CAPTURE_LIMIT ? `${taken.slice(0, CAPTURE_LIMIT - 1)}…` : taken || "see the line";
  });
}
