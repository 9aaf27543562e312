import type { Failure } from "../evidence/test-case.ts";
import { fingerprintOf } from "../log/fingerprint.ts";

/** Characters of a text that stand for a message where there is none. */
const TEXT_START = 200;

/** The same for two failures of one type and message; numbers, times, ids and folders make no difference. */
export function failureFingerprint({ type = "", message = "", text = "" }: Failure): string {
  return fingerprintOf(`${type} ${message === "" ? text.slice(0, TEXT_START) : message}`);
}
