import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

export interface BrowserSearch {
  /** Path that the settings name, or null; then no other is looked for. */
  readonly configured: string | null;
  /** Where the driver's own installer puts one; null where it has none for this system. */
  readonly own: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

export type FoundBrowser =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "none"; readonly looked: readonly string[] };

/** Names of Chromium and its relatives, as packages install them. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

/** The first browser that may be run: the configured one alone, else of PATH, of the usual places, of the installer. */
export async function findBrowser(search: BrowserSearch): Promise<FoundBrowser> {
  const { configured, own } = search;
  const ownPlace = own === null ? [] : [own];
  const looked =
    configured === null ? [...inPath(search), ...usualPlaces(search), ...ownPlace] : [configured];
  for (const path of looked) if (await mayRun(path)) return { kind: "found", path };
  return { kind: "none", looked: configured === null ? [...told(search), ...ownPlace] : looked };
}

function inPath({ env, platform }: BrowserSearch): string[] {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const ending = platform === "win32" ? ".exe" : "";
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name + ending)));
}

/** Where installers put it that leave PATH alone. */
function usualPlaces({ env, platform }: BrowserSearch): string[] {
  if (platform === "darwin") {
    const roots = ["/Applications", join(env.HOME ?? "/", "Applications")];
    const apps = ["Google Chrome", "Chromium", "Microsoft Edge"];
    return roots.flatMap((root) => apps.map((app) => join(root, `${app}.app/Contents/MacOS`, app)));
  }
  if (platform === "win32") {
    const roots = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA];
    const programs = ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"];
    return roots.flatMap((root) => (root === undefined ? [] : programs.map((name) => join(root, name))));
  }
  return ["/snap/bin/chromium", "/opt/google/chrome/chrome"];
}

/** What was looked for, short enough to be read: names in PATH, then whole paths. */
function told(search: BrowserSearch): string[] {
  return [...NAMES.map((name) => `${name} in PATH`), ...usualPlaces(search)];
}

async function mayRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
