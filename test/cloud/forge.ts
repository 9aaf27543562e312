import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseDocument } from "yaml";
import type { CloudClock } from "./cloud-clock.ts";
import { type Options, Refusal } from "./options.ts";
import { SAMPLE_SETTINGS } from "./sample/sample-settings.ts";
import { startSample } from "./sample/start-sample.ts";
import type { Power } from "./start-cloud.ts";

/** Where the organisations' repositories are, and how the functions may ask there. */
export interface Forge {
  /** Settings files by name; what functions cannot use on this machine is left out of them. */
  readonly settings: ReadonlyMap<string, string>;
  readonly power: Power;
  readonly appId: string;
  /** What functions have of it in their environment. */
  readonly functions: Readonly<Record<string, string>>;
  /** What `assay` needs of it in a terminal, beside what is there already. */
  readonly readers: Readonly<Record<string, string>>;
  /** For people: what it is, and what was left out. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** The forge that the options ask for: a sample of our own, or GitHub itself. Errors: Refusal. */
export async function openForge({ settings }: Options, clock: CloudClock): Promise<Forge> {
  return settings.length === 0 ? await sampleForge(clock) : githubForge(settings, process.env);
}

async function sampleForge(clock: CloudClock): Promise<Forge> {
  const github = await startSample(clock);
  return {
    settings: new Map([["acme.yaml", SAMPLE_SETTINGS]]),
    power: { key: github.app.privateKey },
    appId: String(github.app.id),
    functions: { ASSAY_GITHUB_API: github.url },
    readers: { ASSAY_GITHUB_API: github.url, ASSAY_GITHUB_TOKEN: github.token() },
    notes: [`a forge with a sample organisation: ${github.url}`],
    close: () => github.close(),
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

function githubForge(files: readonly string[], env: Environment): Forge {
  const token = env.ASSAY_GITHUB_TOKEN?.trim() ?? "";
  const appId = env.ASSAY_GITHUB_APP_ID?.trim() ?? "";
  const power = token === "" ? { key: readText(env.ASSAY_GITHUB_APP_KEY ?? "", "the App's key") } : { token };
  const notes = [
    "GitHub itself: issues and pull requests are written there",
    ...(token === "" ? [] : ["your token stands in for the App's, and is narrowed to nothing"]),
  ];
  const settings = new Map<string, string>();
  for (const file of files) {
    const document = parseDocument(readText(file, "the settings"));
    // A model on Bedrock is opened by a role, and there is none here.
    if (document.has("model"))
      notes.push(`${basename(file)}: \`model\` is left out, so that rules alone decide`);
    document.delete("model");
    document.delete("prices");
    if (settings.has(basename(file))) throw new Refusal(`two settings files are called ${basename(file)}`);
    settings.set(basename(file), document.toString());
  }
  return { settings, power, appId: appId || "0", functions: {}, readers: {}, notes, close: async () => {} };
}

function readText(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "it cannot be read";
    throw new Refusal(`${what}: ${path === "" ? "no file is named" : path} (${reason})`);
  }
}
