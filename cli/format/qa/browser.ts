import type { QaBrowserScreenshot, QaBrowserSetup, QaBrowserStatus, QaBrowserStep } from "#knowledge";
import type { View } from "../../command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { wrap } from "../../terminal/wrap.ts";

type Result<Response extends { readonly result: unknown }> = NonNullable<Response["result"]>;
type Browser = Result<QaBrowserStatus>;
type Step = Result<QaBrowserStep>["steps"][number];
type Place = Result<QaBrowserStep>["page"];

const INDENT = "  ";
const COLOURS = { done: "green", passed: "green", failed: "red", errored: "yellow" } as const;
/** Errors of the page's console that are shown; with --json all are. */
const SHOWN_ERRORS = 5;

export function formatBrowser(browser: Browser, view: View): string {
  const { style } = view;
  const { kind, path, version, is_sandboxed, looked, reason, platform, profiles, profiles_elsewhere } =
    browser;
  const rows =
    kind === "ready"
      ? [
          `${style.green("ready")}  Chromium ${sanitise(version ?? "")}  ${sanitise(path ?? "")}`,
          ...(is_sandboxed === false
            ? wrapped("it runs without its own sandbox (--no-sandbox), since root started it", view)
            : []),
        ]
      : kind === "broken"
        ? [`${style.red("does not start")}  ${sanitise(path ?? "")}`, ...wrapped(reason ?? "", view)]
        : [style.red("no browser"), ...wrapped(`looked for: ${looked.join(", ")}`, view)];
  const way = kind === "ready" ? [] : [`${INDENT}try: assay qa browser setup`];
  const saved = profiles.length === 0 ? "no profile is saved" : `profiles: ${profiles.join(", ")}`;
  const elsewhere =
    profiles_elsewhere.length === 0
      ? []
      : wrapped(`saved on another system, of no use here: ${profiles_elsewhere.join(", ")}`, view);
  return lines([...rows, ...way, `${sanitise(saved)} (${sanitise(platform)})`, ...elsewhere]);
}

export function formatBrowserSetup({ browser, is_installed }: Result<QaBrowserSetup>, view: View): string {
  return `${is_installed ? "installed\n" : ""}${formatBrowser(browser, view)}`;
}

export function formatScreenshot(
  { file, bytes, navigation, page }: Result<QaBrowserScreenshot>,
  view: View,
): string {
  const answer = navigation.actual === null ? "" : `  ${sanitise(navigation.actual)}`;
  return lines([
    `${view.style.bold(sanitise(file))}  ${bytes} bytes${answer}`,
    ...placeRows(page, view),
    view.style.dim("to look at; it belongs to no run and makes no verdict"),
  ]);
}

export function formatBrowserSteps(
  { steps, page, files, saved_profile }: Result<QaBrowserStep>,
  view: View,
): string {
  return lines([
    ...steps.flatMap((step) => stepRows(step, view)),
    ...placeRows(page, view),
    ...files.map((file) => `wrote ${sanitise(file)}`),
    ...(saved_profile === null ? [] : [`saved profile ${sanitise(saved_profile)}`]),
    view.style.dim("to look at; it belongs to no run and makes no verdict"),
  ]);
}

function stepRows(step: Step, view: View): string[] {
  const { action, outcome, matched, element, actual, error } = step;
  const facts = [
    ...(element === null ? [] : [element]),
    ...(matched === null || matched === 1 ? [] : [`${matched} matched`]),
    ...(actual === null ? [] : [actual]),
  ].join(" · ");
  return [
    `${view.style[COLOURS[outcome]](outcome.padEnd(7))}  ${action}`,
    ...(facts === "" ? [] : wrapped(facts, view)),
    ...(error === null ? [] : wrapped(error, view)),
  ];
}

function placeRows({ url, title, has_session, console_errors }: Place, view: View): string[] {
  const more = console_errors.length - SHOWN_ERRORS;
  return [
    ...wrap(sanitise(`at ${url}${title === "" ? "" : `  ${title}`}`), view.columns),
    ...(has_session ? ["its cookies hold a session"] : []),
    ...console_errors.slice(0, SHOWN_ERRORS).flatMap((error) => wrapped(`console error: ${error}`, view)),
    ...(more > 0 ? [`${INDENT}and ${more} more console errors`] : []),
  ];
}

function wrapped(text: string, { columns }: View): string[] {
  return wrap(sanitise(text), columns - INDENT.length).map((row) => INDENT + row);
}

function lines(rows: readonly string[]): string {
  return `${rows.join("\n")}\n`;
}
