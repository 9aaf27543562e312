import { type Scene, sharedKey } from "../scene.ts";
import type { SortedFailure } from "../sort-failures.ts";
import { failureIdentity } from "./failure-identity.ts";

/** Key of the issue about a failure of the base branch, masked: one for each failure, whichever change met it. */
export function baseKey(failure: SortedFailure, scene: Scene): string {
  return sharedKey(scene, "base", scene.mask(scene.change.baseBranch), scene.mask(failureIdentity(failure)));
}
