import type * as z from "zod/mini";
import type { CONFIG_SCHEMAS } from "../plan/config-contracts.ts";
import { shellWord } from "../text/shell-word.ts";

type Check = z.output<(typeof CONFIG_SCHEMAS)["machine-state"]>["checks"][number];

/** The line of shell that exits with 0 where a check of a machine holds, and what holds then, in words. Pure. */
export function machineCheck(check: Check): { readonly what: string; readonly line: string } {
  switch (check.check) {
    case "file_exists":
      return { what: `${check.path} is there`, line: `test -e ${shellWord(check.path)}` };
    case "file_missing":
      return { what: `${check.path} is not there`, line: `test ! -e ${shellWord(check.path)}` };
    case "file_contains":
      return {
        what: `${check.path} holds ${JSON.stringify(check.text)}`,
        line: `grep -qF -e ${shellWord(check.text)} -- ${shellWord(check.path)}`,
      };
    case "process_running":
      return {
        what: `${check.name} runs`,
        line: `ps -A -o comm= | grep -qxF -e ${shellWord(check.name)}`,
      };
    case "port_open":
      return {
        what: `port ${check.port} takes connections`,
        line: `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${check.port}'`,
      };
    case "command_succeeds":
      return { what: `${check.command} succeeds`, line: check.command };
  }
}
