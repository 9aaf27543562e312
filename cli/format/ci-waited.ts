import type { CiWaited } from "#knowledge";
import type { View } from "../command.ts";
import { formatCiStatus } from "./ci-status.ts";

/** The checks as they ended, or as they stood when the time was over. */
export function formatCiWaited(waited: CiWaited, view: View): string {
  const { timedOut, waitedSeconds } = waited;
  const minutes = Math.floor(waitedSeconds / 60);
  const time = minutes === 0 ? `${waitedSeconds} s` : `${minutes} min ${waitedSeconds % 60} s`;
  const said = timedOut ? `timeout: CI has not ended after ${time}` : `waited ${time}`;
  return `${formatCiStatus(waited, view)}${said}\n`;
}
