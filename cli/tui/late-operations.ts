import type { Deps } from "#knowledge";
import type { Operations } from "./operations.ts";

/** The operations, whose code is loaded when the first of them is asked for: the first frame needs none. */
export function lateOperations(deps: Deps): Operations {
  let loaded: Promise<Operations> | undefined;
  const load = () => {
    loaded ??= import("./dispatched.ts").then(({ dispatchedOperations }) => dispatchedOperations(deps));
    return loaded;
  };
  return {
    inbox: async () => (await load()).inbox(),
    runs: async (query) => (await load()).runs(query),
    run: async (id) => (await load()).run(id),
    records: async (query) => (await load()).records(query),
    record: async (id) => (await load()).record(id),
    history: async (id) => (await load()).history(id),
    doctor: async () => (await load()).doctor(),
    budget: async (query) => (await load()).budget(query),
    changes: async (query) => (await load()).changes(query),
    change: async (id) => (await load()).change(id),
    turn: async (id) => (await load()).turn(id),
    handOver: async (handing, seen) => (await load()).handOver(handing, seen),
    startChange: async (starting) => (await load()).startChange(starting),
    watched: async () => (await load()).watched(),
    watchedBranch: async (repository) => (await load()).watchedBranch(repository),
    look: async (repository) => (await load()).look(repository),
    swept: async (product, week) => (await load()).swept(product, week),
    sweep: async (product) => (await load()).sweep(product),
    proposals: async () => (await load()).proposals(),
    proposal: async (id) => (await load()).proposal(id),
    decide: async (verb, ruled) => (await load()).decide(verb, ruled),
    requests: async () => (await load()).requests(),
    request: async (name, forge) => (await load()).request(name, forge),
    requestDiff: async (name) => (await load()).requestDiff(name),
    endRequest: async (ending, seen) => (await load()).endRequest(ending, seen),
    refreshRequest: async (refreshing, dryRun) => (await load()).refreshRequest(refreshing, dryRun),
    edit: async (id) => (await load()).edit(id),
    rule: async (verb, ruled) => (await load()).rule(verb, ruled),
    mark: async (marking, seen) => (await load()).mark(marking, seen),
    commit: async (planned) => (await load()).commit(planned),
    keepDraft: async (name, text) => (await load()).keepDraft(name, text),
    plans: async () => (await load()).plans(),
    plan: async (slug) => (await load()).plan(slug),
    planProblems: async () => (await load()).planProblems(),
    planUses: async (slug) => (await load()).planUses(slug),
    items: async (all) => (await load()).items(all),
    item: async (place) => (await load()).item(place),
    gate: async (place, target) => (await load()).gate(place, target),
    requirements: async (key) => (await load()).requirements(key),
    requirement: async (id) => (await load()).requirement(id),
    carryOut: async (carrying, isDry) => (await load()).carryOut(carrying, isDry),
    runPlan: async (act, isDry) => (await load()).runPlan(act, isDry),
    completeRun: async (run, said, seq) => (await load()).completeRun(run, said, seq),
    review: async (run, said, seq) => (await load()).review(run, said, seq),
    addRun: async (id, said, seq) => (await load()).addRun(id, said, seq),
    waive: async (act, isDry) => (await load()).waive(act, isDry),
    claim: async (act, isDry) => (await load()).claim(act, isDry),
    move: async (place, to, seq) => (await load()).move(place, to, seq),
  };
}
