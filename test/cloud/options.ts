import { parseArgs } from "node:util";

/** How the cloud is asked to run. */
export interface Options {
  /** Settings files of organisations; none: a sample organisation on a forge of its own. */
  readonly settings: readonly string[];
  readonly once: boolean;
  readonly fast: boolean;
  readonly json: boolean;
  /** 0: free ones. */
  readonly port: number;
  /** Run once the queues are empty, with the environment that is printed. */
  readonly command: readonly string[];
}

export const USAGE = `npm run cloud -- [--fast] [--once [-- COMMAND …]] [--json] [--port N] [--settings FILE …]

The whole watch on this machine: the functions, queues and schedules of the synthesised app, over DynamoDB's, S3's,
SQS's and Lambda's own protocols. Ctrl-c ends all of it; nothing is left.

--fast           begins before the sweep of a Monday, at a minute a second while no function runs
--once           each schedule once and all that follows from it; ends with 1 where messages are left
-- COMMAND …     after that, in the folder and with the environment that are printed; ends as it ends
--json           a JSON document a line
--port N         N, N+1 and N+2 instead of free ports
--settings FILE  an organisation on GitHub itself, asked with ASSAY_GITHUB_TOKEN, or as the App of
                 ASSAY_GITHUB_APP_ID and ASSAY_GITHUB_APP_KEY; it writes issues and pull requests there
`;

/** A call that is wrong, or something that is missing, with the way out: no fault of the program. */
export class Refusal extends Error {}

/** Reads the arguments, and whether the environment lets GitHub be asked. Errors: Refusal. Null where help is asked for. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | null {
  const { values, positionals } = parse(args);
  if (values.help === true) return null;
  const { once = false, fast = false, json = false, settings = [] } = values;
  const port = Number(values.port ?? "0");
  if (!Number.isInteger(port) || port < 0 || port > 65_533)
    throw new Refusal(`${values.port} is no port: give one from 1 to 65533`);
  if (positionals.length > 0 && !once)
    throw new Refusal("a command is run after --once: put --once before it");
  if (fast && settings.length > 0)
    throw new Refusal("--fast moves a clock that GitHub does not follow: leave out --fast or --settings");
  if (settings.length > 0 && !env.ASSAY_GITHUB_TOKEN?.trim() && !env.ASSAY_GITHUB_APP_ID?.trim())
    throw new Refusal(
      "nobody may ask GitHub: set ASSAY_GITHUB_TOKEN, or ASSAY_GITHUB_APP_ID and ASSAY_GITHUB_APP_KEY, the path of its key",
    );
  return { settings, once, fast, json, port, command: positionals };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        once: { type: "boolean" },
        fast: { type: "boolean" },
        json: { type: "boolean" },
        port: { type: "string" },
        settings: { type: "string", multiple: true },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
