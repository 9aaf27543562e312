import { readFile } from "node:fs/promises";
import { AssayError, readConfig } from "#knowledge";

/** An organisation that is watched, out of its settings file. */
export interface Organisation {
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Products that are watched; the platform's own is not. */
  readonly products: readonly string[];
  /** The model on Bedrock that its settings name, or null for none. */
  readonly model: { readonly id: string; readonly region: string | null } | null;
  /** The file as it is packed beside the handlers. */
  readonly text: string;
}

/**
 * The organisations of these settings files. Errors: config_invalid, deployment_refused (no `watch`, a name twice, a
 * model that needs a key, for functions hold none).
 */
export async function readOrganisations(files: readonly string[]): Promise<readonly Organisation[]> {
  const read = await Promise.all(files.map(readOrganisation));
  const twice = read.find(({ name }, index) => read.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined)
    throw refuse(files.join(", "), `two files name ${twice.name}`, "name each organisation once");
  return read;
}

async function readOrganisation(file: string): Promise<Organisation> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "it cannot be read";
    throw new AssayError("config_unreadable", { file, reason }, error);
  });
  const { watch, model } = await readConfig({ read: async () => ({ path: file, text }) });
  if (watch === null) throw refuse(file, "it has no `watch`", "name the organisation and its products there");
  if (model !== null && model.provider !== "bedrock")
    throw refuse(
      file,
      `a model of ${model.provider} needs a key, and functions hold none`,
      "name a model on Bedrock, which the functions' roles open, or leave `model` out",
    );
  return {
    name: watch.organisation,
    timeZone: watch.timeZone,
    products: watch.products.flatMap(({ name, platform }) => (platform ? [] : [name])),
    model: model === null ? null : { id: model.model, region: model.region },
    text,
  };
}

function refuse(file: string, problem: string, fix: string): AssayError {
  return new AssayError("deployment_refused", { file, problem, fix });
}
