import { shellWord } from "../../text/shell-word.ts";
import type { ItemStatus } from "../item-status.ts";

/** Command lines that get out of an item's refusal, whole: each of them can be run as it stands. Pure. */
export const ITEM_WAY_OUT = {
  list: () => "assay item list",
  add: (key: string, title = key) => `assay item add ${shellWord(key)} --title ${shellWord(title)}`,
  addEpic: (key: string, title: string, tasks: readonly string[]) =>
    `assay item add ${shellWord(key)} --kind epic --title ${shellWord(title)}${tasks.map((task) => ` --task ${shellWord(task)}`).join("")}`,
  show: (key: string) => `assay item show ${shellWord(key)}`,
  move: (key: string, to: ItemStatus) => `assay item move ${shellWord(key)} --to ${to}`,
  moveTask: (key: string, task: number, to: ItemStatus) =>
    `assay item task move ${shellWord(key)} ${task} --to ${to}`,
  takeOver: (key: string, task: number | null) =>
    `assay item claim ${shellWord(key)}${taskPart(task)} --take-over`,
  seats: () => "assay seat list",
  takeSeatOver: (name: string, covers: readonly string[]) =>
    `assay seat take ${shellWord(name)}${covers.map((one) => ` --covers ${shellWord(one)}`).join("")} --take-over`,
} as const;

function taskPart(task: number | null): string {
  return task === null ? "" : ` --task ${task}`;
}
