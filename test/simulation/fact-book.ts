import type { LedgerEvent } from "../../knowledge/ports/ledger.ts";
import { keyIn } from "../../knowledge/telling/mark.ts";
import type { Facts, FailureFact, ReservationFact, SweepFact } from "./facts.ts";
import { DAY } from "./scene.ts";
import { wallTime } from "./wall-clock.ts";
import type { World } from "./world.ts";

type Writable<Fact> = { -readonly [Key in keyof Fact]: Fact[Key] };
type Noted = Pick<Facts, "spends" | "moved" | "writes" | "unquiet" | "faults">;

/** Collects what bars are held against while a simulation goes on. */
export interface FactBook {
  readonly noted: { readonly [Key in keyof Noted]: Noted[Key][number][] };
  appended(stream: string, events: readonly LedgerEvent[]): void;
  /** Whether the ledger knows a repository as lost. */
  isLost(repository: string): boolean;
  finish(world: World, range: Range): Facts;
}

interface Range {
  readonly begin: number;
  readonly end: number;
  /** What an organisation may spend in any seven days. */
  readonly weekMicros: number;
}

export function factBook(): FactBook {
  const failures = new Map<string, Writable<FailureFact>>();
  const sweeps = new Map<string, Writable<SweepFact>>();
  const reservations = new Map<string, Writable<ReservationFact>>();
  const toldRequests: Facts["toldRequests"][number][] = [];
  const lost = new Map<string, boolean>();
  const noted: FactBook["noted"] = { spends: [], moved: [], writes: [], unquiet: [], faults: [] };

  const watched = (stream: string, type: string, data: Data) => {
    const repository = repositoryOf(stream);
    const key = `${repository} ${data.failure}`;
    const known = failures.get(key);
    if (type === "ci.failed")
      failures.set(key, {
        ...(data as unknown as FailureFact),
        repository,
        at: Date.parse(data.at),
        done: [],
        decided: 0,
        lost: false,
      });
    if (type === "answer.decided" && known !== undefined) known.decided += 1;
    if (type === "answer.done" && known !== undefined)
      known.done = [...known.done, data as unknown as FailureFact["done"][number]];
    if (type === "repository.lost" || type === "repository.back")
      lost.set(repository, type === "repository.lost");
  };
  const swept = (stream: string, type: string, data: Data) => {
    const key = `${stream} ${data.week}`;
    const known = sweeps.get(key) ?? {
      stream,
      timeZone: "UTC",
      week: data.week as SweepFact["week"],
      claimedAt: [],
      doneAt: [],
      issue: null,
      issueIn: null,
    };
    sweeps.set(key, known);
    const at = Date.parse(data.at);
    if (type === "sweep.claimed") known.claimedAt = [...known.claimedAt, at];
    if (type === "sweep.decided")
      known.issueIn = (data.issue as { readonly repository: string } | null)?.repository ?? null;
    if (type !== "sweep.done") return;
    known.doneAt = [...known.doneAt, at];
    known.issue = (data.issue as { readonly number: number } | null)?.number ?? null;
  };
  const paid = (stream: string, type: string, data: Data) => {
    const account = stream.slice("budget/".length);
    if (!account.startsWith("group")) return;
    const key = `${account} ${data.id}`;
    const at = Date.parse(data.at);
    if (type === "money.reserved")
      reservations.set(key, {
        account,
        id: String(data.id),
        run: (data.run as string | null) ?? null,
        at,
        expiresAt: Date.parse(String(data.expiresAt)),
        capMicros: Number(data.capMicros),
        end: null,
      });
    const known = reservations.get(key);
    if (known === undefined || type === "money.reserved") return;
    known.end ??= { at, micros: Number(data.micros ?? 0) };
  };

  return {
    noted,
    isLost: (repository) => lost.get(repository.toLowerCase()) ?? false,
    appended(stream, events) {
      for (const { type, data } of events) {
        if (stream.startsWith("watch/")) watched(stream, type, data as Data);
        if (stream.startsWith("sweep/")) swept(stream, type, data as Data);
        if (stream.startsWith("budget/")) paid(stream, type, data as Data);
        if (type === "request.opened" || type === "request.merged" || type === "request.closed")
          toldRequests.push({ repository: String(data.repository), number: Number(data.number) });
      }
    },
    finish(world, { begin, end, weekMicros }) {
      const ours = `${world.scene.github.app.slug}[bot]`;
      const lives = [...world.lives.values()];
      for (const one of failures.values()) one.lost = lost.get(one.repository) ?? false;
      for (const life of lives) life.finish();
      const written = lives.flatMap(({ name, repo }) =>
        [...repo.state.issues.values()]
          .filter(({ author }) => author === ours)
          .map((issue) => ({ name, issue })),
      );
      const labelled = new Map(
        written.map(({ name, issue }) => [issue, keyIn(issue.body ?? "") ?? `${name}#${issue.number}`]),
      );
      return {
        ...noted,
        end,
        failures: [...failures.values()],
        issues: written
          .filter(({ issue }) => issue.pull === null)
          .map(({ name, issue }) => ({
            repository: name,
            number: issue.number,
            of: /sweep/i.test(issue.title) ? "sweep" : "triage",
            key: labelled.get(issue) ?? "",
          })),
        comments: lives.flatMap(({ name, repo }) =>
          repo.state.comments
            .filter(({ author }) => author === ours)
            .flatMap(({ body }) => {
              const key = keyIn(body);
              return key === null ? [] : [{ repository: name, key }];
            }),
        ),
        requests: written.flatMap(({ name, issue }) =>
          issue.pull === null
            ? []
            : [
                {
                  repository: name,
                  number: issue.number,
                  branch: issue.pull.headBranch,
                  open: issue.open,
                },
              ],
        ),
        toldRequests,
        reds: lives.flatMap(({ reds }) => reds),
        reservations: [...reservations.values()],
        weekMicros,
        sweeps: [...sweeps.values()].map((one) => ({ ...one, timeZone: zoneOf(world, one.stream) })),
        weeks: weeksToSweep(world, begin, end),
      };
    },
  };
}

type Data = Readonly<Record<string, unknown>> & { readonly at: string };

/** `watch/<organisation>.<owner>.<name>`; here owner and organisation are the same word. */
function repositoryOf(stream: string): string {
  const [, owner, name] = /^watch\/[^.]+\.([^.]+)\.(.+)$/.exec(stream) ?? [];
  return `${owner}/${name}`;
}

/** Each week whose Monday at seven has come, and a day to make up for it. */
function weeksToSweep({ organisations }: World, begin: number, end: number): Facts["weeks"] {
  return organisations.flatMap(({ name, timeZone, products }) =>
    products.flatMap((product) => {
      const weeks: string[] = [];
      for (let at = begin; at < end - DAY; at += DAY / 24) {
        const { weekday, hour } = wallTime(at, timeZone);
        if (weekday === 1 && hour === 7) weeks.push(weekBefore(at));
      }
      return [...new Set(weeks)].map((week) => ({ stream: `sweep/${name}.${product.name}`, week }));
    }),
  );
}

/** ISO week of the day seven days before; by the rule that its Thursday decides the year. */
function weekBefore(monday: number): string {
  const thursday = new Date(monday - 4 * DAY);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const number = Math.floor((thursday.getTime() - first) / (7 * DAY)) + 1;
  return `${thursday.getUTCFullYear()}-W${String(number).padStart(2, "0")}`;
}

/** Time zone of the organisation whose product's sweeps a stream tells of. */
function zoneOf({ organisations }: World, stream: string): string {
  return organisations.find(({ name }) => stream.startsWith(`sweep/${name}.`))!.timeZone;
}
