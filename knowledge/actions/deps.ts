import type { Clock } from "../ports/clock.ts";
import type { History } from "../ports/history.ts";
import type { Host } from "../ports/host.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { RecordBase } from "../ports/record-base.ts";
import type { Records } from "../ports/records.ts";
import type { Sources } from "../ports/sources.ts";

/** Every port an operation can ask for. Only the two `compose.ts` files fill them. */
export interface Deps {
  readonly clock: Clock;
  readonly host: Host;
  readonly sources: Sources;
  readonly ledger: Ledger;
  readonly history: History;
  readonly records: Records;
  readonly recordBase: RecordBase;
}
