import { join } from "node:path";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import {
  type ChangeEvents,
  type ChangeEventType,
  changeAccount,
  changeEvent,
  changeStream,
} from "../../knowledge/change/change-events.ts";
import { CHANGE_RUN } from "../../knowledge/change/change-run.ts";
import type { PlannedEffect } from "../../knowledge/change/planned-effect.ts";
import type { FailureNote, Verdict } from "../../knowledge/change/step-verdict.ts";
import { DEFAULT_CONFIG } from "../../knowledge/config/config.ts";
import { decide } from "../../knowledge/ledger/decide.ts";
import { spender } from "./spend.ts";

const HOUR = 60 * 60 * 1000;
const REPOSITORY = "acme/shop";
const RUN = 1;
const HEADS = ["1".repeat(40), "2".repeat(40), "3".repeat(40)] as const;
const PAGE = `https://github.com/${REPOSITORY}`;

/** Changes of `acme/shop` in the ledger of a repository, by their events, as the product appends them. */
export function changeKeeper(folder: string, now = Date.now()) {
  const spend = spender(folder);
  const keep = async (number: number, events: readonly Event[]) => {
    const ledger = sqliteLedger(join(folder, ".git/assay/ledger.db"), { now: () => now });
    try {
      await decide(ledger, changeStream(REPOSITORY, number), CHANGE_RUN, () => ({
        events: events.map(([type, data]) => changeEvent(type, data as never)),
        answer: null,
      }));
    } finally {
      await ledger.close();
    }
  };
  const at = (hours: number) => new Date(now - hours * HOUR).toISOString();
  return {
    /** Sent back twice; the third finding stopped it for a person. Cost $0.42, $0.31 and $0.62. */
    async stopped(number: number, title: string) {
      const rounds = [1, 2, 3].map((round) => foundRound(number, round, at(10 - 2 * round)));
      const end = event("run.ended", { run: RUN, at: at(3), outcome: "person", why: "returns-spent" });
      await keep(number, [...begun(number, title, at(9)), ...rounds.flat(), end]);
      for (const [index, costUSD] of ["0.42", "0.31", "0.62"].entries())
        await spend.call({
          account: changeAccount(REPOSITORY, number, RUN),
          place: { step: "qa", round: index + 1, attempt: 1 },
          usd: "0.70",
          costUSD,
          at: now - (8 - 2 * index) * HOUR,
        });
    },
    /** Its reviewer is waited for. */
    async inReview(number: number, title: string) {
      const built: Verdict = { word: "ANSWERED", why: "the change is open for review", by: "rule" };
      const passed: Verdict = { word: "NO CHANGE NEEDED", why: "every check passed", by: "rule" };
      await keep(number, [
        ...begun(number, title, at(5)),
        ...ended({ step: "build", round: 1, at: at(5), verdict: built, why: "answered" }),
        ...ended({ step: "qa", round: 1, at: at(4), verdict: passed, why: "nothing-to-do" }),
        event("step.started", { run: RUN, step: "review", round: 1, at: at(4), head: HEADS[0] }),
      ]);
    },
    /** A change in review is reviewed once more. */
    async reviewedAgain(number: number) {
      const verdict: Verdict = { word: "REVIEWED", why: "it was reviewed", by: "person" };
      const again = { run: RUN, step: "review", round: 2, at: at(0), head: HEADS[1] };
      await keep(number, [
        ...ended({ step: "review", round: 1, at: at(0), verdict, why: "answered" }).slice(1),
        event("step.started", again),
      ]);
    },
    /** CI has ended red, and nobody with a checkout has worked on it yet. */
    async ready(number: number, title: string) {
      const built: Verdict = { word: "ANSWERED", why: "the change is open for review", by: "rule" };
      const place = { run: RUN, step: "qa", round: 1, head: HEADS[0] };
      await keep(number, [
        ...begun(number, title, at(2)),
        ...ended({ step: "build", round: 1, at: at(2), verdict: built, why: "answered" }),
        event("step.started", { ...place, at: at(2) }),
        event("ci.seen", { ...place, at: at(1), outcome: "failed", checks: ["unit"] }),
        event("ready", { run: RUN, at: at(1), head: HEADS[0], why: "ci-failed" }),
      ]);
    },
    /** Every step succeeded. */
    async done(number: number, title: string) {
      await keep(number, [
        ...begun(number, title, at(50)),
        event("run.ended", { run: RUN, at: at(48), outcome: "done", why: "done" }),
      ]);
    },
  };
}

type Event = { [Type in ChangeEventType]: readonly [Type, ChangeEvents[Type]] }[ChangeEventType];

function event<Type extends ChangeEventType>(type: Type, data: ChangeEvents[Type]): Event {
  return [type, data] as unknown as Event;
}

function begun(number: number, title: string, at: string): Event[] {
  const workflow = DEFAULT_CONFIG.workflows.find(({ name }) => name === "change-quick");
  if (workflow === undefined) throw new Error("the built-in workflow is gone");
  return [
    event("run.started", {
      run: RUN,
      at,
      by: "Tess",
      change: {
        host: "github.com",
        repository: REPOSITORY,
        number,
        url: `${PAGE}/pull/${number}`,
        title,
        author: "builder[bot]",
        headRepository: REPOSITORY,
        headBranch: `shipping-${number}`,
        baseBranch: "main",
      },
      workflow,
      hasBuilder: true,
      note: null,
      secret: "00".repeat(16),
    }),
  ];
}

interface Ended {
  readonly step: string;
  readonly round: number;
  readonly at: string;
  readonly verdict: Verdict;
  readonly why: ChangeEvents["step.ended"]["why"];
}

function ended({ step, round, at, verdict, why }: Ended): Event[] {
  const head = HEADS[round - 1] ?? HEADS[0];
  const place = { run: RUN, step, round, at, head };
  return [event("step.started", place), event("step.ended", { ...place, verdict, why, effects: [] })];
}

/** A round whose QA engineer found that the code has to change. */
function foundRound(number: number, round: number, at: string): Event[] {
  const head = HEADS[round - 1] ?? HEADS[0];
  const place = { run: RUN, step: "qa", round };
  const key = `${RUN}/qa/${round}/1/comment`;
  const failure: FailureNote = {
    check: "unit",
    url: `${PAGE}/actions/runs/${900 + round}`,
    cause: "app_bug",
    rule: "assert-diff",
    quote: "Expected: 1299\nReceived: 999",
    whose: "change",
    fingerprint: null,
  };
  const verdict: Verdict = {
    word: "CODE CHANGE NEEDED",
    check: "unit",
    cause: "the total leaves shipping out",
    file: "src/total.js",
    line: 18,
    should: "add the shipping of the cart to its total",
    by: "model",
  };
  const effects: PlannedEffect[] = [{ key, what: "comment", on: number, body: "0".repeat(64) }];
  const answered: Verdict = { word: "ANSWERED", why: "a commit answers the finding", by: "rule" };
  return [
    ...ended({ step: "build", round, at, verdict: answered, why: "answered" }),
    event("step.started", { ...place, at, head }),
    event("ci.seen", { ...place, at, head, outcome: "failed", checks: ["unit"] }),
    event("attempt.claimed", { ...place, attempt: 1, at, holder: "laptop", until: at, head }),
    event("attempt.ended", { ...place, attempt: 1, at, verdict, failures: [failure], effects }),
    event("effect.done", {
      run: RUN,
      at,
      key,
      what: "comment",
      url: `${PAGE}/pull/${number}#issuecomment-${round}`,
      outcome: "done",
      why: null,
    }),
    event("step.ended", {
      ...place,
      at,
      head,
      verdict,
      why: round < 3 ? "sent-back" : "returns-spent",
      effects: [],
    }),
    ...(round < 3 ? [event("run.returned", { ...place, at, to: "build" })] : []),
  ];
}
