import type { QaExported } from "#knowledge";
import { sanitise } from "../../terminal/sanitise.ts";

/** The document as it is (what could act on a terminal was taken out of its texts), or where it was written. */
export function formatExported({ text, file, bytes }: NonNullable<QaExported["result"]>): string {
  return text ?? `written  ${sanitise(file ?? "")}, ${bytes} bytes\n`;
}
