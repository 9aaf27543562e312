/** What init looks at in a work tree: which files stand in the folders it lists, and the texts it asked for. */
export interface Project {
  /** Paths of files, relative to the top of the work tree. */
  readonly names: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
}

/** The parts of package.json that say which tools a project uses. */
export interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  /** Names of what it depends on, in development too. */
  readonly packages: ReadonlySet<string>;
  /** Whether it has this key at its top, and the value is a map. */
  has(key: string): boolean;
}

/** package.json of the project; empty where there is none or it is not JSON. */
export function manifestOf({ texts }: Project): Manifest {
  const whole = mapOf(parsed(texts.get("package.json")));
  const scripts = Object.entries(mapOf(whole.scripts)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return {
    scripts: Object.fromEntries(scripts),
    packages: new Set(
      ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].flatMap((key) =>
        Object.keys(mapOf(whole[key])),
      ),
    ),
    has: (key) => Object.keys(mapOf(whole[key])).length > 0,
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text?.replace(/^\ufeff/, "") ?? "{}");
  } catch {
    // Its own tools say so; here it only means that nothing is known of it.
    return {};
  }
}

function mapOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The first of these files that the project has, or null. */
export function firstOf({ names }: Project, candidates: readonly string[]): string | null {
  return candidates.find((name) => names.has(name)) ?? null;
}
