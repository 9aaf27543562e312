import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A copy of @testing-library/dom that the project uses, with what it is made of. */
export interface TestingLibrary {
  readonly screen: Record<string, unknown>;
  /** The module whose function makes the queries of `within` and of `render`. */
  readonly binding: { getQueriesForElement: (...args: never[]) => Record<string, unknown> } | undefined;
  readonly naming: Naming | undefined;
}

/** dom-accessibility-api, on which the library's own `getByRole` rests. */
export interface Naming {
  getRole(element: object): string | null;
  computeAccessibleName(element: object, options: { computedStyleSupportsPseudoElements: boolean }): string;
}

const FRAMEWORKS = ["react", "vue", "svelte", "preact", "angular", "user-event"].map(
  (name) => `@testing-library/${name}`,
);

/** Each copy once, loaded. */
export function testingLibraries(): readonly TestingLibrary[] {
  const project = createRequire(join(process.cwd(), "package.json"));
  const paths = new Set(
    [undefined, ...FRAMEWORKS].flatMap((name) => {
      const from = name === undefined ? project : requireFrom(project, name);
      return attempt(() => from?.resolve("@testing-library/dom")) ?? [];
    }),
  );
  return [...paths].flatMap((path) => {
    const own = createRequire(path);
    const screen = attempt(() => (own(path) as { screen: Record<string, unknown> }).screen);
    if (screen === undefined) return [];
    return {
      screen,
      binding: attempt(
        () => own(join(dirname(path), "get-queries-for-element.js")) as TestingLibrary["binding"],
      ),
      naming: attempt(() => own("dom-accessibility-api") as Naming),
    };
  });
}

function requireFrom(project: NodeJS.Require, name: string): NodeJS.Require | undefined {
  return attempt(() => createRequire(project.resolve(name)));
}

/** What is not installed is not there to be watched. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
