import { SCREENS, type ScreenId } from "./screens/index.ts";

/** Who gets a key first: what lies on top. A scope that is not `open` lets no key through to those below. */
export const SCOPES = [
  { id: "always", title: "Everywhere", open: true },
  { id: "confirm", title: "In a confirmation", open: false },
  { id: "choose", title: "In a choice", open: false },
  { id: "text", title: "While typing", open: false },
  { id: "note", title: "In help, in an answer and after a copy", open: false },
  { id: "list", title: "In a list", open: true },
  { id: "detail", title: "In a detail", open: true },
  { id: "screen", title: "On every screen", open: true },
] as const;

export type Scope = (typeof SCOPES)[number]["id"];

/** What a key can need before it does anything. */
export type Need =
  | "row"
  | "record"
  | "run"
  | "change"
  | "request"
  | "requirement"
  /** An item, or one of its requirements. */
  | "work"
  /** What can be begun: a run of a change, a case, or a plan. */
  | "startable"
  /** What can be compared: a request or a plan. */
  | "diffable"
  /** Records, proposals, or one request. */
  | "decidable"
  /** What the forge is asked about: a change or a request. */
  | "asked"
  /** What is looked at anew: a default branch, a sweep or a request. */
  | "looked"
  /** What has a page at the forge. */
  | "page"
  | "link"
  | "back"
  | "forward";

export type KeyAction =
  | "interrupt"
  | "quit"
  | "help"
  | "palette"
  | "filter"
  | "refresh"
  | "open"
  | "back"
  | "next-pane"
  | "down"
  | "up"
  | "page-down"
  | "page-up"
  | "half-down"
  | "half-up"
  | "first"
  | "last"
  | "select"
  | "history-back"
  | "history-forward"
  | "edit"
  | "copy"
  | "links"
  | "accept"
  | "reject"
  | "forget"
  | "mark"
  | "commit"
  | "hand-to-next"
  | "hand-to-person"
  | "start-run"
  | "ask-forge"
  | "look-now"
  | "ask-again"
  | "diff"
  | "give-verdict"
  | "waive"
  | "claim"
  | "release"
  | "move"
  | "open-page"
  | "cancel"
  | "confirm"
  | "submit"
  | "erase"
  | "erase-word"
  | "erase-all"
  | "left"
  | "right"
  | "start"
  | "end"
  | `go-${ScreenId}`;

export interface Binding {
  readonly keys: readonly string[];
  readonly scope: Scope;
  readonly action: KeyAction;
  /** A word or two for the key line; null where the line does not name it. */
  readonly short: string | null;
  /** For the help. */
  readonly about: string;
  readonly needs?: Need;
  /** Why nothing happens where the need is not met. */
  readonly otherwise?: string;
}

const NO_CHANGE = "this is for one change under QA, and there is none here";
const NO_REQUEST = "this is for one proposal request, and there is none here";
const NO_ITEM = "this is for one piece of work or one of its requirements, and there is none here";
const NO_REQUIREMENT = "this is for one requirement, and there is none here: W, then R on an item lists them";
const NO_RECORD = "only a record of knowledge can be forgotten; this is none";
const UNDECIDABLE = "only records, proposals or one request can be decided on; this is none";

/** Every key of the product, the only place where keys are named. Help and docs/keys.md are made from it. */
export const KEYS: readonly Binding[] = [
  bind("always", ["ctrl-c"], "interrupt", null, "leave at once; typed text is kept as a draft"),

  bind("confirm", ["esc", "enter", "n", "q"], "cancel", "cancel", "change nothing"),
  bind("confirm", ["y"], "confirm", "yes, do it", "do what is shown"),

  bind("choose", ["esc", "q"], "cancel", "cancel", "choose nothing"),
  bind("choose", ["enter"], "submit", "choose", "choose what is marked"),
  bind("choose", ["down", "j"], "down", null, "the next one"),
  bind("choose", ["up", "k"], "up", null, "the one before"),

  bind("text", ["enter"], "submit", "done", "use the text"),
  bind("text", ["esc"], "cancel", "cancel", "leave; a reason or a message is kept as a draft"),
  bind("text", ["down", "tab"], "down", null, "the next command of the palette"),
  bind("text", ["up", "shift-tab"], "up", null, "the command before"),
  bind("text", ["backspace", "ctrl-h"], "erase", null, "erase a character"),
  bind("text", ["ctrl-w"], "erase-word", null, "erase a word"),
  bind("text", ["ctrl-u"], "erase-all", "clear", "erase what is left of the cursor"),
  bind("text", ["left", "ctrl-b"], "left", null, "a character to the left"),
  bind("text", ["right", "ctrl-f"], "right", null, "a character to the right"),
  bind("text", ["home", "ctrl-a"], "start", null, "to the beginning"),
  bind("text", ["end", "ctrl-e"], "end", null, "to the end"),

  bind("note", ["esc", "enter", "q", "?"], "cancel", "close", "close it"),
  bind("note", ["down", "j"], "down", "scroll", "a row down"),
  bind("note", ["up", "k"], "up", null, "a row up"),
  bind("note", ["pgdn", " ", "ctrl-d"], "page-down", null, "a page down"),
  bind("note", ["pgup", "ctrl-u"], "page-up", null, "a page up"),
  bind("note", ["g", "home"], "first", null, "to the beginning"),
  bind("note", ["G", "end"], "last", null, "to the end"),

  bind("list", ["enter", "right", "l"], "open", "open", "open the entry", {
    needs: "row",
    otherwise: "there is nothing to open",
  }),
  bind("list", ["down", "j"], "down", null, "the next entry"),
  bind("list", ["up", "k"], "up", null, "the entry before"),
  bind("list", [" "], "select", null, "mark the entry, so that a key acts on all marked ones", {
    needs: "row",
    otherwise: "there is nothing to mark",
  }),
  bind("list", ["left", "h"], "back", null, "back"),
  bind("list", ["o"], "open-page", null, "open the pull request or the issue of the entry in the browser", {
    needs: "page",
    otherwise: "this has no page at the forge; enter opens this",
  }),

  bind("detail", ["down", "j"], "down", "scroll", "a row down"),
  bind("detail", ["up", "k"], "up", null, "a row up"),
  bind("detail", ["left", "h"], "back", null, "back to the list"),
  bind("detail", ["tab", "right", "l"], "next-pane", null, "to the evidence, where it has a pane of its own"),
  bind("detail", ["o", "enter"], "links", "open linked", "open a run, a record or a page that this names", {
    needs: "link",
    otherwise: "this names nothing that can be opened",
  }),

  bind("screen", ["esc"], "back", "back", "back, or put away a message"),
  bind("screen", ["e"], "edit", "edit", "edit the record in your editor", {
    needs: "record",
    otherwise: "only a record can be edited; this is none",
  }),
  bind(
    "screen",
    ["a"],
    "accept",
    "accept",
    "accept: records hold, proposals are carried out, a request is merged",
    {
      needs: "decidable",
      otherwise: UNDECIDABLE,
    },
  ),
  bind(
    "screen",
    ["x"],
    "reject",
    "reject",
    "reject, with a reason: records, proposals, or a request, which is closed",
    {
      needs: "decidable",
      otherwise: UNDECIDABLE,
    },
  ),
  bind("screen", ["X"], "forget", null, "forget the records: they are not learned again", {
    needs: "record",
    otherwise: NO_RECORD,
  }),
  bind("screen", ["m"], "mark", "mark", "say of a run that it was right, flaky, wrong or no failure", {
    needs: "run",
    otherwise: "only a run can be marked; this is none",
  }),
  bind(
    "screen",
    ["n"],
    "hand-to-next",
    "next step",
    "hand the change to its next step: its open one is done",
    {
      needs: "change",
      otherwise: NO_CHANGE,
    },
  ),
  bind("screen", ["p"], "hand-to-person", "to a person", "hand the change to a person, with a question", {
    needs: "change",
    otherwise: NO_CHANGE,
  }),
  bind(
    "screen",
    ["s"],
    "start-run",
    "start",
    "start another run of the change; carry a case, or a plan of an item, out",
    {
      needs: "startable",
      otherwise: "this is for one change, one plan, one item or one requirement, and there is none here",
    },
  ),
  bind("screen", ["v"], "give-verdict", "verdict", "give the verdict of what was captured or left open", {
    needs: "requirement",
    otherwise: NO_REQUIREMENT,
  }),
  bind("screen", ["z"], "waive", "waive", "waive the requirement, with a reason and an end", {
    needs: "requirement",
    otherwise: NO_REQUIREMENT,
  }),
  bind("screen", [">"], "move", "move", "move the item, or a task of it, to another status", {
    needs: "work",
    otherwise: NO_ITEM,
  }),
  bind("screen", ["t"], "claim", "take", "take the item, or a task of it, to work on", {
    needs: "work",
    otherwise: NO_ITEM,
  }),
  bind("screen", ["T"], "release", null, "give the item, or a task of it, back", {
    needs: "work",
    otherwise: NO_ITEM,
  }),
  bind(
    "screen",
    ["w"],
    "ask-forge",
    "ask forge",
    "ask the forge whose turn a change is, or how a request stands",
    {
      needs: "asked",
      otherwise: "the forge is asked about one change or one request, and there is none here",
    },
  ),
  bind(
    "screen",
    ["d"],
    "diff",
    "diff",
    "ask the forge what merging the request changes; compare a plan with what items froze of it",
    {
      needs: "diffable",
      otherwise: "this is for one proposal request or one plan, and there is none here",
    },
  ),
  bind(
    "screen",
    ["u"],
    "look-now",
    "look now",
    "look at a branch, sweep a week or bring a request up to date now",
    {
      needs: "looked",
      otherwise: "this is for one default branch, one sweep or one request, and there is none here",
    },
  ),
  bind("screen", ["U"], "ask-again", null, "ask once more for what was closed unmerged in the request", {
    needs: "request",
    otherwise: NO_REQUEST,
  }),
  bind("screen", ["c"], "commit", "commit", "commit what was learned"),
  bind("screen", ["/"], "filter", "filter", "filter the list"),
  bind("screen", [":"], "palette", "command", "do anything by name"),
  bind("screen", ["y"], "copy", null, "copy the address of the entry's page, or its id", {
    needs: "row",
    otherwise: "there is nothing to copy",
  }),
  bind("screen", ["r"], "refresh", null, "read everything again"),
  bind("screen", ["g", "home"], "first", null, "to the beginning"),
  bind("screen", ["G", "end"], "last", null, "to the end"),
  bind("screen", ["pgdn"], "page-down", null, "a page down"),
  bind("screen", ["pgup"], "page-up", null, "a page up"),
  bind("screen", ["ctrl-d"], "half-down", null, "half a page down"),
  bind("screen", ["ctrl-u"], "half-up", null, "half a page up"),
  bind("screen", ["["], "history-back", null, "to what was open before", {
    needs: "back",
    otherwise: "nothing was open before this",
  }),
  bind("screen", ["]"], "history-forward", null, "and forward again", {
    needs: "forward",
    otherwise: "nothing was open after this",
  }),
  ...SCREENS.map(({ id, key, title }) => bind("screen", [key], `go-${id}`, null, `go to ${title}`)),
  bind("screen", ["q"], "quit", "quit", "leave; one level up where something is open"),
  bind("screen", ["?"], "help", "keys", "show every key"),
];

function bind(
  scope: Scope,
  keys: readonly string[],
  action: KeyAction,
  short: string | null,
  about: string,
  need: Pick<Binding, "needs" | "otherwise"> = {},
): Binding {
  return { keys, scope, action, short, about, ...need };
}

/** The binding that a key has in the topmost of these scopes that knows it. */
export function bindingFor(key: string, scopes: readonly Scope[]): Binding | null {
  for (const scope of scopes) {
    const found = KEYS.find((binding) => binding.scope === scope && binding.keys.includes(key));
    if (found !== undefined) return found;
  }
  return null;
}

/** A key as people write it. */
export function keyName(key: string): string {
  return key === " " ? "space" : key;
}
