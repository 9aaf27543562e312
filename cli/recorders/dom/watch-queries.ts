import { neverFail } from "../never-fail.ts";
import { processState, watchOnce } from "../process-state.ts";
import { watched } from "../unseen-call.ts";
import { argumentsText, errorText } from "../value-text.ts";
import { elementName, howFound, isElement, nameElementsBy, noteFound } from "./elements.ts";
import { runningSteps } from "./running-steps.ts";
import { type TestingLibrary, testingLibraries } from "./testing-library.ts";

type Query = (...args: never[]) => unknown;
type Queries = Record<string, unknown>;

const QUERY = /^(?:get|find|query)(?:All)?By[A-Z]/;

/**
 * Watches the queries of every copy of Testing Library that the project uses: of `screen`, `within` and `render`.
 * Without a document it does nothing: the library looks for one while it loads.
 */
export function watchQueries(): void {
  const state = processState();
  if (state.lookedForLibraries || (globalThis as { document?: unknown }).document === undefined) return;
  state.lookedForLibraries = true;
  for (const library of testingLibraries()) neverFail(() => watchLibrary(library));
}

function watchLibrary({ screen, binding, naming }: TestingLibrary): void {
  if (naming !== undefined) nameElementsBy(naming);
  if (!watchOnce(screen)) return;
  watchEach(screen, undefined);
  if (binding === undefined || !watchOnce(binding)) return;
  const original = binding.getQueriesForElement;
  binding.getQueriesForElement = (...args) => {
    const queries = original(...args);
    neverFail(() => watchEach(queries, args[0]));
    return queries;
  };
}

function watchEach(queries: Queries, container: unknown): void {
  const plain = { ...queries };
  for (const [name, query] of Object.entries(plain)) {
    if (!QUERY.test(name) || typeof query !== "function") continue;
    queries[name] = watched(query as Query, (_self, args) =>
      neverFail(() => {
        const locator = `${within(container)}${name}(${argumentsText(args)})`;
        return (error, value) =>
          neverFail(() => settle(name, locator, error, value, () => countAll(plain, name, args)));
      }),
    );
  }
}

function settle(
  name: string,
  locator: string,
  error: { readonly thrown: unknown } | undefined,
  value: unknown,
  count: () => number | undefined,
): void {
  const steps = runningSteps();
  if (error === undefined) {
    const elements = (Array.isArray(value) ? value : [value]).filter(isElement);
    for (const element of elements) noteFound(element, { locator, matched: elements.length });
    steps?.takeBack({ action: name, locator });
    return;
  }
  // A query that fails is a step of its own; one that finds something is the locator of what follows.
  const matched = count();
  steps
    ?.assertion({ action: name, locator })
    .settle({ error: errorText(error.thrown), ...(matched === undefined ? {} : { matched }) });
}

function countAll(plain: Queries, name: string, args: readonly unknown[]): number | undefined {
  const all = plain[name.replace(/^(?:get|find|query)(?:All)?By/, "queryAllBy")];
  if (typeof all !== "function") return undefined;
  const found: unknown = neverFail(() => Reflect.apply(all, undefined, args));
  return Array.isArray(found) ? found.length : undefined;
}

function within(container: unknown): string {
  const body = (globalThis as { document?: { body?: unknown } }).document?.body;
  if (!isElement(container) || container === body) return "";
  const how = howFound(container)?.locator ?? elementName(container);
  return how === undefined ? "" : `within(${how}).`;
}
