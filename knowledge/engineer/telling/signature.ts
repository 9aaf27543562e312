import { ROLE_NAMES } from "../../config/role-names.ts";
import { say } from "../../telling/say.ts";
import type { Scene } from "../scene.ts";

/** The line of a comment that says who wrote it, and in which step and round. */
export function signature(scene: Scene): string {
  return `${ROLE_NAMES["ci-resolver"]}, step ${say(scene.step, scene, 100)}, round ${scene.round}`;
}
