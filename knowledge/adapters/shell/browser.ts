import { spawn } from "node:child_process";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "../../ports/browser.ts";

export interface BrowserProcess {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Folder of the files that may be opened, absolute; null: none may. */
  readonly files: string | null;
}

/** A program that has not failed for so long has the page. */
const FAILS_WITHIN_MS = 1_500;

/**
 * The person's browser: `$BROWSER`, a command line as the shell reads it, else what the desktop opens pages with. It
 * runs without a terminal, so that one for text cannot take the screen.
 */
export function shellBrowser({ env, platform, files }: BrowserProcess): Browser {
  return {
    async open(address) {
      const url = URL.parse(address);
      if (url === null || !(/^https?:$/.test(url.protocol) || isEvidence(url, files))) return false;
      const command = commandOf(url.href, env, platform);
      return command === null ? false : start(command, env);
    },
  };
}

/** What a browser shows and never carries out. */
const SHOWN = /\.(?:png|jpe?g|webp|gif|txt|log|json)$/i;

/** Whether it is a picture or text below the folder. */
function isEvidence(url: URL, folder: string | null): boolean {
  if (url.protocol !== "file:" || url.host !== "" || folder === null || /%2f|%5c/i.test(url.pathname))
    return false;
  const path = fileURLToPath(url);
  return path.startsWith(folder + sep) && SHOWN.test(path);
}

type Command = readonly [program: string, ...args: string[]];

function commandOf(url: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Command | null {
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  if (env.BROWSER) return ["sh", "-c", `${env.BROWSER} "$@"`, env.BROWSER, url];
  if (platform === "darwin") return ["open", url];
  const hasDesktop = env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME;
  return hasDesktop ? ["xdg-open", url] : null;
}

function start([program, ...args]: Command, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: "ignore", detached: true });
    const timer = setTimeout(() => resolve(true), FAILS_WITHIN_MS);
    const done = (isOpen: boolean) => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    child.on("error", () => done(false));
    child.on("exit", (status) => done(status === 0));
    child.unref();
  });
}
