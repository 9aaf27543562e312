import type { WorkflowName } from "../ports/forge.ts";

/** What a check is known by. */
export interface CheckKey {
  readonly app: string;
  /** As the forge has it. */
  readonly name: string;
  /** The workflow, or the number of a workflow run where that is all that is known; null where the name is enough. */
  readonly of: WorkflowName | number | null;
}

/**
 * The key of a check: `<app>/<name>`, and `<app>@<path>:<event>/<name>` or `<app>@<workflow run>/<name>` where several
 * of one name count. An app's slug has neither `@` nor `/`, and a path stands encoded, so a key can be read.
 */
export function checkKey({ app, name, of }: CheckKey): string {
  if (of === null) return `${app}/${name}`;
  const place = typeof of === "number" ? `${of}` : `${encode(of.path)}:${encode(of.event)}`;
  return `${app}@${place}/${name}`;
}

/** The parts of a key that {@link checkKey} made. */
export function readCheckKey(key: string): CheckKey {
  const slash = key.indexOf("/");
  const [app = "", place] = key.slice(0, slash).split("@");
  const name = key.slice(slash + 1);
  if (place === undefined) return { app, name, of: null };
  const [path = "", event] = place.split(":").map(decodeURIComponent);
  return { app, name, of: event === undefined ? Number(path) : { path, event } };
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
