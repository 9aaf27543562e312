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
    edit: async (id) => (await load()).edit(id),
    rule: async (verb, ruled) => (await load()).rule(verb, ruled),
    mark: async (marking, seen) => (await load()).mark(marking, seen),
    commit: async (planned) => (await load()).commit(planned),
    keepDraft: async (name, text) => (await load()).keepDraft(name, text),
  };
}
