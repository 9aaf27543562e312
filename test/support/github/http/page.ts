import type { Call } from "./call.ts";
import type { Reply } from "./reply.ts";

const MOST_A_PAGE = 100;

/**
 * A page of a list: 30 items, or `per_page` up to 100 (`most` where a route has another limit); a `Link` header where
 * there are more pages. `wrap` puts the items into the object that the route answers with.
 */
export function page<Item>(
  call: Call,
  items: readonly Item[],
  wrap: (items: Item[], total: number) => unknown = (shown) => shown,
  sizes: { readonly usual?: number; readonly most?: number } = {},
): Reply {
  const size = Math.min(positive(call.query.get("per_page")) ?? sizes.usual ?? 30, sizes.most ?? MOST_A_PAGE);
  const at = positive(call.query.get("page")) ?? 1;
  const last = Math.max(1, Math.ceil(items.length / size));
  const links: string[] = [];
  const link = (number: number, rel: string): void => {
    const address = new URL(call.address);
    // GitHub's links name a repository by its id, so that they outlive its name.
    if (call.repository !== undefined) {
      const { owner, name, id } = call.repository;
      address.pathname = address.pathname.replace(`/repos/${owner}/${name}`, `/repositories/${id}`);
    }
    address.searchParams.set("page", String(number));
    links.push(`<${address.href}>; rel="${rel}"`);
  };
  if (at > 1) link(Math.min(at - 1, last), "prev");
  if (at < last) link(at + 1, "next");
  if (at < last) link(last, "last");
  if (at > 1) link(1, "first");
  const shown = items.slice((at - 1) * size, at * size);
  return {
    status: 200,
    json: wrap(shown, items.length),
    headers: links.length > 0 ? { link: links.join(", ") } : {},
  };
}

function positive(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
