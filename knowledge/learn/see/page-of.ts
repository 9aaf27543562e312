import { foldPath } from "../../record/anchor.ts";
import { plainLine } from "../../text/plain-line.ts";
import { shorten } from "./fit-anchor.ts";

/** Characters of a page in anchors and claims. */
const ROOM = 150;

/** The page at an address, as anchors name it; null where the address is no page's (`about:blank`, `data:`). */
export function pageOf(address: string | undefined): string | null {
  const plain = plainLine(address ?? "");
  const isPage = plain !== "" && !/^[a-z][a-z0-9+.-]*:(?!\/\/)|^chrome-error:/i.test(plain);
  return isPage ? shorten(foldPath(plain), ROOM) : null;
}
