import * as z from "zod/mini";
import { readConfig } from "../../config/read-config.ts";
import { ITEM } from "../../item/item.ts";
import type { Deps } from "../../ports/deps.ts";
import { artifactKey } from "../../qa/artifact-key.ts";
import { pruneArtifacts } from "../../qa/decisions/prune-artifacts.ts";
import { EXECUTION } from "../../qa/execution-projection.ts";
import type { ArtifactHandle, QaArtifact } from "../../qa/qa-run.ts";
import { type KeptWhy, retention } from "../../qa/retention.ts";
import { Time } from "../../qa/row-schemas.ts";
import { refuseUnseenLedger, type SightDeps } from "../ledger-seen.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { readQaSettings } from "./qa-settings.ts";
import { readSubject } from "./read-subject.ts";
import { ArtifactOut } from "./views/qa-rows.ts";

const DAY_MS = 24 * 60 * 60_000;

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      older_than_days: z
        .exactOptional(z.int().check(z.minimum(0), z.maximum(3_650)))
        .check(z.describe("qa.retention_days of the settings where nothing is said; 0: whatever its age")),
      yes: z
        ._default(z.boolean(), false)
        .check(z.describe("deletes; without it nothing is, and what would be is told")),
    }),
  ),
);

const Count = z.int();
export const QaPruned = z.lazy(() =>
  responseOf(
    z.object({
      older_than_days: z.int(),
      before: Time.check(z.describe("what was kept at that time or later stays")),
      artifacts: z.array(ArtifactOut).check(z.describe("what goes, or would go")),
      bytes: Count.check(z.describe("of them together")),
      kept: z
        .object({
          binding: Count,
          awaits_review: Count,
          open_run: Count,
          live_execution: Count,
          younger: Count,
          shared: Count,
          elsewhere: Count,
        })
        .check(
          z.describe(
            "what stays, by why: a blocking requirement that binds stands on it; nobody has judged it; its run has no verdict; its execution is at work; younger; its bytes are those of one that stays; not in the store that is in use here",
          ),
        ),
      is_done: z.boolean(),
      deleted: Count.check(z.describe("files or objects that went")),
    }),
  ),
);
export type QaPruned = z.output<typeof QaPruned>;
type Result = NonNullable<QaPruned["result"]>;

type Needs = SubjectDeps & SightDeps & Pick<Deps, "qaArtifacts">;

/**
 * Deletes the bytes of evidence that is old and that nothing stands on, and says so on its subject first: whoever is
 * stopped between the two finds the rest the next time. Events are never deleted. Errors: config_invalid,
 * artifacts_unavailable, those of `answerSubject`.
 */
export const qaArtifactPrune = operation({
  id: "qa.artifact.prune",
  title: "Delete old evidence that nothing stands on",
  input: Input,
  output: QaPruned,
  writes: true,
  async run(deps: Needs, { payload, options }): Promise<QaPruned> {
    const unseen = await refuseUnseenLedger(deps);
    if (unseen !== null) return refused(unseen);
    const days = payload.older_than_days ?? (await readConfig(deps.configFile)).qa.retentionDays;
    const before = deps.clock.now() - days * DAY_MS;
    const found = await lookThrough(deps, before);
    const artifacts = [...found.going.values()].flat();
    const result: Result = {
      older_than_days: days,
      before: new Date(before).toISOString(),
      artifacts,
      bytes: artifacts.reduce((sum, { bytes }) => sum + bytes, 0),
      kept: found.kept,
      is_done: false,
      deleted: 0,
    };
    if (!payload.yes || options?.dry_run === true)
      return told(result, [{ code: "dry_run", message: "nothing was deleted" }]);

    const gone: QaArtifact[] = [];
    const staying = new Set<string>();
    const events: string[] = [];
    for (const [stream, own] of found.going) {
      const ids = new Set(own.map(({ id }) => id));
      const {
        result: said,
        errors,
        event_ids,
      } = await answerSubject(deps, {
        function: "qa.artifact.prune",
        request: { payload: {} },
        place: { kind: "place", stream },
        choose: (qa, context) => pruneArtifacts(qa, { ids, olderThanDays: days }, context),
      });
      if (said === null)
        return { success: false, result: null, warnings: [], errors: [...errors], event_ids: events };
      for (const one of own)
        if (said.pruned.includes(one.id)) gone.push(one);
        else staying.add(artifactKey(one.handle));
      events.push(...event_ids);
    }
    const handles = [...gone.map(({ handle }) => handle), ...found.left];
    const keys = new Set(handles.filter((handle) => !staying.has(artifactKey(handle))).map(keyOf));
    const deleted = await deps.qaArtifacts.prune(before, (key) => !keys.has(key));
    const bytes = gone.reduce((sum, one) => sum + one.bytes, 0);
    return { ...told({ ...result, artifacts: gone, bytes, is_done: true, deleted }), event_ids: events };
  },
});

interface Found {
  /** By stream, what may go. */
  readonly going: ReadonlyMap<string, readonly QaArtifact[]>;
  /** Bytes of which it is said that they are gone, and which are there. */
  readonly left: readonly ArtifactHandle[];
  readonly kept: Result["kept"];
}

/** Every artifact of every subject: one that stays holds the bytes for all that share them. */
async function lookThrough(deps: Needs, before: number): Promise<Found> {
  const { ledger, qaArtifacts } = deps;
  const { methods } = await readQaSettings(deps);
  const now = deps.clock.now();
  const counts: Record<KeptWhy, number> = {
    binding: 0,
    awaits_review: 0,
    open_run: 0,
    live_execution: 0,
    younger: 0,
  };
  const held = new Set<string>();
  const free: { readonly stream: string; readonly artifact: QaArtifact }[] = [];
  const pruned: ArtifactHandle[] = [];
  for (const kind of [ITEM.kind, EXECUTION.kind])
    for (const stream of await ledger.streams(`${kind}/`)) {
      const read = await readSubject(ledger, stream);
      if (read.kind === "refused") continue;
      for (const { artifact, why } of retention(read.qa, before, { now, methods })) {
        if (why === null) free.push({ stream, artifact });
        else {
          counts[why] += 1;
          held.add(artifactKey(artifact.handle));
        }
      }
      for (const { runs } of Object.values(read.qa.requirements))
        for (const { handle, pruned_at } of runs.flatMap(({ artifacts }) => artifacts))
          if (pruned_at !== undefined) pruned.push(handle);
    }

  const going = new Map<string, QaArtifact[]>();
  let shared = 0;
  let elsewhere = 0;
  for (const { stream, artifact } of free) {
    if (held.has(artifactKey(artifact.handle))) shared += 1;
    else if (!(await qaArtifacts.has(artifact.handle))) elsewhere += 1;
    else going.set(stream, [...(going.get(stream) ?? []), artifact]);
  }
  const left: ArtifactHandle[] = [];
  const named = new Set(free.map(({ artifact }) => artifactKey(artifact.handle)));
  for (const handle of pruned) {
    const key = artifactKey(handle);
    if (!held.has(key) && !named.has(key) && (await qaArtifacts.has(handle))) left.push(handle);
  }
  return { going, left, kept: { ...counts, shared, elsewhere } };
}

/** As the store knows it. */
function keyOf(handle: ArtifactHandle): string {
  return handle.backend === "local" ? handle.path : handle.key;
}
