import { readFile } from "node:fs/promises";
import { AssayError, readConfig } from "#knowledge";
import { type Watching, watchingOf } from "../lambdas/shared/watching.ts";
import { GITHUB_API } from "../lambdas/token/github-api.ts";
import { MOST_REPOSITORIES } from "../lambdas/token/most-repositories.ts";
import { refuseSharedNames } from "./refuse-shared-names.ts";

/** An organisation that is watched, out of its settings file. */
export interface Organisation {
  readonly name: string;
  /** IANA name, written as the time zones' own list has it. */
  readonly timeZone: string;
  /** Products that are watched; the platform's own is not. */
  readonly products: readonly string[];
  /** The model on Bedrock that its settings name, or null for none. */
  readonly model: { readonly id: string; readonly region: string | null } | null;
  /** What its repositories are on: a plain git remote has nothing to watch or to look back on. */
  readonly forge: "github" | "git";
  /** The file as it is packed beside the handlers. */
  readonly text: string;
}

/**
 * The organisations of these settings files. Errors: config_invalid, deployment_refused (no `watch`, a name twice, a
 * repository that two of them watch on different forges, a model that needs a key, for functions hold none, a forge that
 * the App's tokens are not for, more repositories of one owner than a token is narrowed to).
 */
export async function readOrganisations(files: readonly string[]): Promise<readonly Organisation[]> {
  const read = await Promise.all(files.map(readOrganisation));
  const names = read.map(({ organisation }) => organisation.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw refuse(files.join(", "), `two files name ${twice}`, "name each organisation once");
  refuseSharedNames(read);
  return read.map(({ organisation }) => organisation);
}

interface Read {
  readonly file: string;
  readonly organisation: Organisation;
  readonly watching: Watching;
}

async function readOrganisation(file: string): Promise<Read> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "it cannot be read";
    throw new AssayError("config_unreadable", { file, reason }, error);
  });
  const { watch, model, forge } = await readConfig({ read: async () => ({ path: file, text }) });
  if (watch === null) throw refuse(file, "it has no `watch`", "name the organisation and its products there");
  if (model !== null && model.provider !== "bedrock")
    throw refuse(
      file,
      `a model of ${model.provider} needs a key, and functions hold none`,
      "name a model on Bedrock, which the functions' roles open, or leave `model` out",
    );
  if (forge.api.replace(/\/+$/, "") !== GITHUB_API)
    throw refuse(
      file,
      `\`forge.api\` is ${forge.api}, and the functions' tokens are GitHub's own`,
      `leave \`forge.api\` out, which is ${GITHUB_API}`,
    );
  const watching = watchingOf(forge, watch);
  const crowd = ownersOf(watching.repositories).find(({ count }) => count > MOST_REPOSITORIES);
  if (crowd !== undefined)
    throw refuse(
      file,
      `${crowd.count} repositories of ${crowd.owner} are watched, and one token is for ${MOST_REPOSITORIES} at most`,
      "give some of its products to an organisation with a name and a settings file of its own",
    );
  const organisation: Organisation = {
    name: watch.organisation,
    timeZone: new Intl.DateTimeFormat("en", { timeZone: watch.timeZone }).resolvedOptions().timeZone,
    products: watch.products.flatMap(({ name, platform }) => (platform ? [] : [name])),
    model: model === null ? null : { id: model.model, region: model.region },
    forge: forge.kind,
    text,
  };
  return { file, organisation, watching };
}

function ownersOf(repositories: readonly string[]) {
  const owners = Map.groupBy(repositories, (name) => name.slice(0, name.indexOf("/")).toLowerCase());
  return [...owners].map(([owner, theirs]) => ({ owner, count: theirs.length }));
}

function refuse(file: string, problem: string, fix: string): AssayError {
  return new AssayError("deployment_refused", { file, problem, fix });
}
