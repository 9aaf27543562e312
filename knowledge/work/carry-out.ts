import { changeEvent } from "../change/change-events.ts";
import type { ChangeRun } from "../change/change-state.ts";
import type { Move } from "../change/move.ts";
import { moveEvents } from "../change/move-events.ts";
import { nextMove } from "../change/next-move.ts";
import { readConfig } from "../config/read-config.ts";
import { asSeen } from "../ledger/as-seen.ts";
import type { Deps } from "../ports/deps.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { isFinalRefusal } from "../telling/is-final-refusal.ts";
import type { Carried, WorkChoices } from "./carried.ts";
import { decideChange } from "./decide-change.ts";
import type { EffectEnd } from "./effects/effect-end.ts";
import { effectsOfEnd } from "./effects-of-end.ts";
import { type EngageDeps, engage } from "./engage.ts";
import { goneFromRun } from "./gone-from-run.ts";
import { observeChange } from "./observe-change.ts";
import { planEffects } from "./plan-effects.ts";
import { type ChangeId, type ReadChange, readChange } from "./read-change.ts";
import { type EffectDeps, type EffectPlace, findEffect, writeEffect } from "./write-effect.ts";

export type WorkDeps = EngageDeps & EffectDeps & Pick<Deps, "holder" | "pause">;

/**
 * Looks at a change and carries out its next move, whoever began with it. Killed anywhere, the next call goes on, and
 * nothing is done twice. Errors: change_unknown, and those of the forge, git, the model and the ledger: then nothing
 * is lost, and it can be called again.
 */
export async function carryOut(deps: WorkDeps, id: ChangeId, choices: WorkChoices): Promise<Carried> {
  const read = await readChange(deps, id);
  const config = await readConfig(deps.configFile);
  const sight = await observeChange(deps, read.run, config);
  const move = nextMove(read.run, sight, deps.clock.now(), {
    timeoutMinutes: config.ci.timeoutMinutes,
    holder: await deps.holder.name(),
    isGone: await goneFromRun(deps, read.run),
  });
  switch (move.kind) {
    case "finished":
      return { kind: "finished" };
    case "wait":
      return { kind: "waiting", wait: move.wait };
    case "write":
      return write(deps, id, read, { ...move, isOpen: sight.state === "open" });
    case "advance": {
      const told = await effectsOfEnd(deps, read.run, move.events, { config, sight });
      const effects = await planEffects(deps, told, read.run);
      const at = new Date(deps.clock.now()).toISOString();
      const events = moveEvents(move.events, { run: read.run.run, at, effects });
      await decideChange(deps, id, asSeen(read.seq, events));
      return { kind: "moved", move: "advance" };
    }
    case "engage":
      return engage(deps, { id, read, sight, config, move, choices });
  }
}

async function write(
  deps: EffectDeps & Pick<Deps, "holder">,
  id: ChangeId,
  { run, seq }: ReadChange,
  { effect, ...place }: Extract<Move, { kind: "write" }> & EffectPlace,
): Promise<Carried> {
  const at = () => new Date(deps.clock.now()).toISOString();
  const { key, what } = effect;
  let end = await findEffect(deps, run, effect, place);
  if (end === null) {
    // Only where it is carried out now: whoever looks for it later counts from the last time that it may have been.
    const holder = await deps.holder.name();
    const begun = changeEvent("effect.begun", { run: run.run, at: at(), key, holder });
    const { answer: isBegun } = await decideChange(deps, id, asSeen(seq, [begun]));
    if (!isBegun) return { kind: "moved", move: "write" };
    end = await tryEffect(deps, run, effect, place);
  }
  if (end.kind === "later") return { kind: "waiting", wait: { for: "forge", until: end.until } };
  const url = end.kind === "done" ? end.url : null;
  const why = end.kind === "refused" ? end.why : null;
  await tellDone(deps, id, run, { key, what, url, outcome: end.kind, why, at: at() });
  return { kind: "moved", move: "write" };
}

/** What is not taken and will not be is an answer: a run does not end in it. */
async function tryEffect(deps: EffectDeps, ...args: EffectArguments): Promise<EffectEnd> {
  try {
    return await writeEffect(deps, ...args);
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    const mask = await secretsMask(deps.secrets);
    return { kind: "refused", why: mask(error.message) };
  }
}

type EffectArguments = Parameters<typeof writeEffect> extends [unknown, ...infer Rest] ? Rest : never;

type Done = Omit<Parameters<typeof changeEvent<"effect.done">>[1], "run">;

/** Others may have appended meanwhile; that something was written is true all the same. */
async function tellDone(
  deps: Pick<Deps, "ledger">,
  id: ChangeId,
  { run }: ChangeRun,
  done: Done,
): Promise<void> {
  await decideChange(deps, id, ({ state }) => {
    const of = state.runs.find((one) => one.run === run);
    const isTold = of === undefined || of.done[done.key] !== undefined;
    return { events: isTold ? [] : [changeEvent("effect.done", { run, ...done })], answer: null };
  });
}
