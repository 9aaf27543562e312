import type { Deps } from "../../ports/deps.ts";
import type { ExecuteDeps } from "./execute-case.ts";

/** Ports that carrying out a plan touches. */
export type PlanRunDeps = ExecuteDeps & Pick<Deps, "holder" | "pause">;
