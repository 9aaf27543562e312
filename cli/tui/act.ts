import type { ChangeView, CommitReceipt, RequestReceipt } from "#knowledge";
import type {
  Deciding,
  Ending,
  Handing,
  Marking,
  Refreshing,
  Ruling,
  Seen,
  SeenStep,
  Starting,
} from "./operations.ts";
import type { WorkAct } from "./work-asks.ts";

/** What a person ruled, marked or committed, as it was planned; done once it is confirmed. */
export type Act =
  | ({ readonly verb: Ruling } & Decided)
  | ({ readonly verb: Deciding } & Decided)
  | { readonly verb: "mark"; readonly marking: Marking; readonly seen: Seen }
  | { readonly verb: "commit"; readonly plan: CommitReceipt; readonly message: string }
  | { readonly verb: "hand over"; readonly handing: Handing; readonly seen: SeenStep }
  | { readonly verb: "start"; readonly starting: Starting }
  | (Ending & { readonly seen: RequestReceipt["seen"] })
  | (Refreshing & { readonly verb: "refresh" })
  | { readonly verb: "look"; readonly repository: string }
  | { readonly verb: "sweep"; readonly product: string }
  | WorkAct
  /** What an editor left. */
  | { readonly verb: "save"; readonly name: string };

/** Records or proposals that were decided on, as they were seen. */
interface Decided {
  readonly ids: readonly string[];
  readonly reason: string | null;
  readonly seen: Seen;
}

/** What would be done with a change, as it stands. */
export type ChangePlan =
  | {
      readonly verb: "hand over";
      readonly id: string;
      readonly to: Handing["to"];
      readonly view: ChangeView;
      readonly step: SeenStep;
    }
  | { readonly verb: "start"; readonly id: string; readonly view: ChangeView };
