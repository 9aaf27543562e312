import type { Diagnosis } from "#knowledge";
import type { Detail, Row, Screen } from "../screen.ts";
import { withWords } from "../screen.ts";

type Check = Diagnosis["checks"][number];

const STATE_SIGNS: Readonly<Record<Check["state"], Row["sign"]>> = {
  ok: { symbol: "✓", word: "ok", tone: "good" },
  warn: { symbol: "!", word: "warn", tone: "warn" },
  fail: { symbol: "✗", word: "fail", tone: "bad" },
};

export const doctor = {
  id: "doctor",
  title: "Doctor",
  key: "4",
  noun: ["check", "checks"],
  filterHint: "words, e.g. warn",
  async rows(operations, { filter, offset, limit }) {
    const { checks } = await operations.doctor();
    const rows = withWords(checks.map(checkRow), filter);
    return { rows: rows.slice(offset, offset + limit), total: rows.length };
  },
  async detail(operations, row): Promise<Detail> {
    const check = (await operations.doctor()).checks.find(({ id }) => id === row.id);
    return {
      path: null,
      blocks: check === undefined ? [] : checkBlocks(check),
      evidence: [],
      links: [],
      tests: [],
    };
  },
  empty: (filter) => [{ kind: "text", text: `No check holds “${filter}”.` }],
} as const satisfies Screen;

function checkRow(check: Check): Row {
  return {
    id: check.id,
    sign: STATE_SIGNS[check.state],
    text: `${check.id}: ${check.found}`,
    facts: [],
    at: null,
    subject: { kind: "check", id: check.id },
  };
}

function checkBlocks({ id, state, found, mend }: Check): Detail["blocks"] {
  return [
    { kind: "title", text: `${id}: ${state}` },
    { kind: "gap" },
    { kind: "text", text: found },
    { kind: "gap" },
    ...(mend === null
      ? [{ kind: "text", text: "Nothing to mend." } as const]
      : [{ kind: "text", text: "What mends it:" } as const, { kind: "quote", text: mend } as const]),
  ];
}
