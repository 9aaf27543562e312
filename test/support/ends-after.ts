import type { Ledger } from "../../knowledge/ports/ledger.ts";

/** A ledger of a process that ends once it has appended an event of a type: it hears of nothing more, and writes nothing. */
export function endsAfter<Real extends Ledger>(type: string, ledger: Real): Real {
  let isOver = false;
  return {
    ...ledger,
    async append(...args: Parameters<Ledger["append"]>) {
      const answer = isOver ? null : await ledger.append(...args);
      isOver ||= args[2].some((event) => event.type === type);
      if (isOver || answer === null) throw new Error("killed");
      return answer;
    },
  };
}
