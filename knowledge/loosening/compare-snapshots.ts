import type { Loosening, TestEdit } from "./loosening.ts";

/** Files in which a framework keeps what it saw. */
export function isSnapshotFile(path: string): boolean {
  return /\.(snap|ambr|approved\.\w+|golden)$|(^|\/)(__snapshots__|snapshots|testdata\/golden)\//.test(path);
}

interface Entry {
  readonly value: string;
  readonly line: number;
  readonly text: string;
}

/** Entries of a snapshot file that were changed or removed. */
export function compareSnapshots({ path, before, after }: TestEdit): Loosening[] {
  if (before === null) return [];
  const [was, is] = [entriesOf(before), entriesOf(after ?? "")];
  const moved = new Set([...is].filter(([name]) => !was.has(name)).map(([, { value }]) => value));
  const findings: Loosening[] = [];
  for (const [name, entry] of was) {
    const now = is.get(name);
    if (now?.value === entry.value || (now === undefined && moved.has(entry.value))) continue;
    const shown = now ?? entry;
    findings.push({
      kind: now === undefined ? "assertion-removed" : "snapshot-rewritten",
      path,
      side: now === undefined ? "before" : "after",
      line: shown.line,
      text: shown.text,
      why: now === undefined ? "the snapshot is gone" : "what is expected was rewritten",
      test: name === "" ? null : name,
      was: now === undefined ? null : entry.value,
      is: now?.value ?? null,
    });
  }
  return findings;
}

/** By the heads that jest, vitest and syrupy write; a file without heads is one entry. */
function entriesOf(text: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const heads = [...text.matchAll(/^exports\[`((?:\\.|[^`\\])*)`\] = |^# name: (.*)$/gm)];
  if (heads.length === 0) {
    if (text.trim() !== "")
      entries.set("", { value: text, line: 1, text: (text.split("\n", 1)[0] ?? "").slice(0, 200) });
    return entries;
  }
  for (const [index, head] of heads.entries()) {
    const value = text.slice(head.index + head[0].length, heads[index + 1]?.index ?? text.length).trimEnd();
    const line = text.slice(0, head.index).split("\n").length;
    entries.set(head[1] ?? head[2] ?? "", { value, line, text: head[0].slice(0, 200) });
  }
  return entries;
}
