import type { ShownRequest } from "#knowledge";
import { REQUEST_LEFT } from "../../format/request-words.ts";
import { tellTime } from "../../format/time.ts";
import { counted } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";
import type { Detail } from "../screen.ts";
import { byHandBlocks } from "./by-hand-blocks.ts";

type Evidence = ShownRequest["evidence"][number];

/** What merging and closing each kind of request mean. */
export const REQUEST_ENDS = {
  knowledge: {
    merge: "what it proposes is accepted, and the next local run carries it out",
    close: "what it proposes is declined until its evidence is another",
  },
  sweep: {
    merge: "the report is kept in the repository",
    close: "the report is left out",
  },
} as const satisfies Record<
  ShownRequest["request"]["kind"],
  { readonly merge: string; readonly close: string }
>;

/** The ends that evidence of a request comes to, those that are in it first. */
const BECOMES = [
  ["proposed", "proposed"],
  ["waiting", "not in it yet"],
  ["declined", "closed unmerged before"],
  ["settled", "merged before"],
] as const satisfies readonly (readonly [Evidence["becomes"], string])[];

/** A request as the ledger knows it, and what merging it means; beside it the evidence, by what becomes of it. */
export function requestDetail({ request, evidence }: Omit<ShownRequest, "atForge">): Detail {
  const { repository, kind, branch, state, number, url, title, items, wanted, left, at } = request;
  const { merge, close } = REQUEST_ENDS[kind];
  const waiting = Math.max(0, wanted - items);
  return {
    path: null,
    blocks: [
      {
        kind: "title",
        text: `${number === null ? repository : `${repository}#${number}`}  ${title ?? kind}`,
      },
      { kind: "gap" },
      ...pair("state", state === "none" ? "not opened" : state),
      ...pair(
        "proposes",
        `${kind}: ${counted(items, "item")}${waiting === 0 ? "" : `, ${waiting} not in it`}`,
      ),
      ...pair("branch", branch),
      ...pair("page", url),
      ...pair("since", at === "" ? null : tellTime(at)),
      ...(left === null ? [] : leftBlocks(left)),
      ...(state === "open"
        ? [
            { kind: "gap" } as const,
            ...pair("a merges", merge),
            ...pair("x closes", close),
            ...pair("d", "asks the forge what merging changes, as a diff"),
            ...pair("w", "asks the forge how it stands now"),
          ]
        : []),
    ],
    evidence: evidenceBlocks(evidence),
    links: url === null ? [] : [{ label: `pull request  ${url}`, subject: { kind: "address", id: url } }],
    tests: [],
  };
}

/** How a request stands at the forge, which was asked. */
export function forgeBlocks(atForge: ShownRequest["atForge"]): Block[] {
  if (atForge === null) return [{ kind: "text", text: "None was ever opened at the forge." }];
  const { number, url, title, state, head, commits, othersCommit, files, byHand } = atForge;
  return [
    { kind: "title", text: `#${number}  ${title}` },
    ...pair("state", state),
    ...pair("page", url),
    ...pair("head", `${head.slice(0, 12)}, ${counted(commits, "commit")}`),
    ...(othersCommit === null
      ? []
      : [
          {
            kind: "pair",
            label: "stops",
            text: `${othersCommit.commit.slice(0, 12)} by ${othersCommit.author} is not Assay's: it is not brought up to date any more`,
            tone: "warn",
          } as const,
        ]),
    ...files.map(
      ({ path, change }, index): Block => ({
        kind: "pair",
        label: index === 0 ? "files" : "",
        text: `${change}  ${path}`,
      }),
    ),
    ...byHandBlocks(byHand),
  ];
}

function leftBlocks({ why, number, author, at }: NonNullable<ShownRequest["request"]["left"]>): Block[] {
  const whose = author === null || author === "" ? "" : `, by ${author}`;
  const which = number === null ? "" : ` (#${number})`;
  return [
    { kind: "pair", label: "note", text: `${REQUEST_LEFT[why] ?? why}${which}${whose}`, tone: "warn" },
    ...pair("", tellTime(at)),
    ...(why === "closed" || why === "closed-twice" ? pair("", "U asks for it once more") : []),
  ];
}

function evidenceBlocks(evidence: ShownRequest["evidence"]): Block[] {
  if (evidence.length === 0)
    return [
      { kind: "heading", text: "evidence" },
      { kind: "text", text: "Nothing is wanted now." },
    ];
  return BECOMES.flatMap(([becomes, words]): Block[] => {
    const found = evidence.filter((one) => one.becomes === becomes);
    return found.length === 0
      ? []
      : [
          { kind: "heading", text: `${words} · ${found.length}` },
          ...found.flatMap(itemBlocks),
          { kind: "gap" },
        ];
  });
}

function itemBlocks({ anchor, claim, cause, files, source }: Evidence): Block[] {
  return [
    {
      kind: "text",
      text: cause === null ? anchor : `${anchor} (${cause.replaceAll("_", " ")})`,
      tone: "name",
    },
    { kind: "text", text: claim },
    { kind: "text", text: [...files, `from ${source}`].join(" · "), tone: "quiet" },
  ];
}

function pair(label: string, text: string | null): Block[] {
  return text === null || text === "" ? [] : [{ kind: "pair", label, text }];
}
