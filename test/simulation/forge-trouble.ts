import type { Failure } from "../support/github/http/failures.ts";
import { DAY, isLively, MINUTE, type Scene } from "./scene.ts";

/** Stretches of time in which the forge does not answer as it should. */
export interface ForgeTrouble {
  isOn(): boolean;
  /** End of the last one, or 0. */
  readonly lastEnd: () => number;
  begin(kind: "forge down" | "forge limits"): void;
  /** The answer of one request is lost, or the request is. */
  loseOne(): void;
}

const ALWAYS = Number.MAX_SAFE_INTEGER;

export function forgeTrouble(scene: Scene): ForgeTrouble {
  const { github, troubles } = scene;
  const random = scene.random.of("forge");
  let lastEnd = 0;
  const isOn = () => scene.now() < lastEnd;

  const begin: ForgeTrouble["begin"] = (kind) => {
    if (isOn()) return;
    troubles.note(kind);
    const until = scene.now() + random.between(15 * MINUTE, 70 * MINUTE);
    lastEnd = until;
    github.fail({
      ...(kind === "forge down" ? downOf(random.below(4)) : limitOf(until, random.chance(0.5))),
      times: ALWAYS,
    });
    scene.after(until - scene.now(), () => github.stopFailing());
  };
  const next = (): void =>
    scene.after(random.wait(12 * DAY), () => {
      if (!isLively(scene)) return;
      begin(random.pick(["forge down", "forge limits"]));
      next();
    });
  next();
  return {
    isOn,
    lastEnd: () => lastEnd,
    begin,
    loseOne() {
      if (isOn() || !isLively(scene)) return;
      troubles.note("forge answer lost");
      const match = random.pick(["POST", "GET", "PATCH", "graphql CreateCommit", "issues"]);
      github.fail({ match, how: random.pick(["reset", "truncate", 502]), after: random.chance(0.5) });
    },
  };
}

function downOf(kind: number): Failure {
  const failures: readonly Failure[] = [
    { how: 502 },
    { how: "html" },
    { how: "reset" },
    { match: "graphql", how: "graphql", type: "INTERNAL", message: "Something went wrong" },
  ];
  return failures[kind]!;
}

function limitOf(until: number, isPrimary: boolean): Failure {
  return isPrimary
    ? {
        how: 403,
        message: "API rate limit exceeded for installation.",
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.ceil(until / 1_000)) },
      }
    : {
        how: 403,
        message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        headers: { "retry-after": "60" },
      };
}
