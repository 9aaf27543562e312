import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { SCREENS } from "./screens/index.ts";
import type { State } from "./state.ts";

/** Where a person was: the screen, and in each list the filter and the entry. */
interface SavedView {
  readonly version: 1;
  readonly screen: string;
  readonly lists: Readonly<
    Record<
      string,
      {
        readonly filter: string;
        readonly at: number;
        readonly id: string | null;
        /** What the list was about; not there in views of before. */
        readonly of?: string | null;
      }
    >
  >;
}

/** The file that keeps the view of a repository, in the person's own state folder. */
export function viewFile(repository: string, env: Readonly<Record<string, string | undefined>>): string {
  const base = env.XDG_STATE_HOME || join(homedir(), ".local/state");
  const name = createHash("sha256").update(repository).digest("hex").slice(0, 16);
  return join(base, "assay/views", `${name}.json`);
}

/** Keeps the view; where that cannot be done the next start begins at Home, and that is all. */
export function saveView(file: string, { place, lists }: State): void {
  const view: SavedView = {
    version: 1,
    screen: place.screen,
    lists: Object.fromEntries(
      Object.entries(lists).map(([screen, { filter, at, id, of }]) => [screen, { filter, at, id, of }]),
    ),
  };
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(view)}\n`, { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    return;
  }
}

/** The state as it was left; a file that is damaged or of another version changes nothing. */
export function restoreView(file: string, state: State): State {
  const view = read(file);
  if (view === null) return state;
  const lists = { ...state.lists };
  for (const { id: screen } of SCREENS) {
    const saved = view.lists[screen];
    if (saved === undefined) continue;
    const { filter, at, id, of } = saved;
    if (typeof filter === "string" && Number.isInteger(at) && at >= 0)
      lists[screen] = { ...lists[screen], filter, at, top: at, id: text(id), of: text(of) };
  }
  const screen = SCREENS.find(({ id }) => id === view.screen)?.id ?? state.place.screen;
  return { ...state, lists, place: { ...state.place, screen, of: lists[screen].of } };
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function read(file: string): SavedView | null {
  try {
    const view: Partial<SavedView> = JSON.parse(readFileSync(file, "utf8"));
    return view.version === 1 &&
      typeof view.screen === "string" &&
      typeof view.lists === "object" &&
      view.lists
      ? (view as SavedView)
      : null;
  } catch {
    return null;
  }
}
