import type { ForgeChange } from "../ports/forge.ts";
import { keyLine } from "./commit-key.ts";
import type { RequestStep } from "./plan-request.ts";
import type { RequestPlace } from "./request-identity.ts";
import { markBody } from "./request-mark.ts";
import type { RequestScene } from "./request-scene.ts";

/** The scene after our commit, so that nothing is read again: what we wrote is there. Pure. */
export function afterCommit(
  scene: RequestScene,
  step: Extract<RequestStep, { kind: "commit" }>,
  commit: string,
): RequestScene {
  const { files, head } = step.commit;
  const texts = new Map(head === null ? scene.base : scene.head);
  for (const { path, text } of files) {
    if (text === null) texts.delete(path);
    else texts.set(path, text);
  }
  const made = { commit, message: keyLine(step.key), own: true, author: "" };
  return {
    ...scene,
    tips: { ...scene.tips, branch: commit },
    commits: [made, ...(head === null ? [] : scene.commits)],
    head: texts,
    placed: step.paths,
  };
}

/** The scene after a request was opened. Pure. */
export function afterOpen(scene: RequestScene, opened: ForgeChange): RequestScene {
  return { ...scene, requests: [opened, ...scene.requests.filter(({ number }) => number !== opened.number)] };
}

/** The scene after a request's text was edited. Pure. */
export function afterEdit(
  place: RequestPlace,
  scene: RequestScene,
  { number, title, body, items }: Extract<RequestStep, { kind: "edit" }>,
): RequestScene {
  const edited = (one: ForgeChange) =>
    one.number === number ? { ...one, title, body: markBody(place, body, items) } : one;
  return { ...scene, requests: scene.requests.map(edited) };
}

/** The scene after a request was closed. Pure. */
export function afterClose(scene: RequestScene, closed: number): RequestScene {
  const close = (one: ForgeChange) => (one.number === closed ? { ...one, state: "closed" as const } : one);
  return { ...scene, requests: scene.requests.map(close) };
}
