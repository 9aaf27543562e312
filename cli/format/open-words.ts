import type { Inbox } from "#knowledge";
import { counted } from "../terminal/age.ts";

/** How much is open at the forge, in a few words; null where nothing is. */
export function openWords({ failures, requests }: Inbox["open"]): string | null {
  const words = [
    ...(failures === 0 ? [] : [counted(failures, "branch failure")]),
    ...(requests === 0 ? [] : [counted(requests, "proposal request")]),
  ];
  return words.length === 0 ? null : words.join(", ");
}
