/** Where a route leads: a whole address, or why there is none. */
export type RoutePlace =
  | { readonly kind: "place"; readonly url: string }
  | { readonly kind: "refused"; readonly problem: string };

/**
 * Joins a route to the base URL, below its path: `/cart` on `https://shop.test/next` is `https://shop.test/next/cart`. A
 * whole address is taken where it is of the same origin. Nothing leads elsewhere: neither another origin nor a file. Pure.
 */
export function pagePlace(baseUrl: string | null, route: string): RoutePlace {
  const base = baseUrl === null ? null : webAddress(baseUrl);
  if (base === null) return refused("there is no base URL that a route could be below; give one");
  const whole = URL.parse(route);
  const url = whole ?? below(base, route);
  if (url === null) return refused(`"${route}" is no route`);
  if (!/^https?:$/.test(url.protocol)) return refused(`"${route}" is not of http or https`);
  if (url.origin !== base.origin)
    return refused(`"${route}" is at ${url.origin}, and this run is for ${base.origin} alone`);
  if (url.username !== "" || url.password !== "") return refused("an address with a password is not opened");
  return { kind: "place", url: url.href };
}

/** The address where it is one of http or https, without a password; else null. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.username === "" && url.password === "" ? url : null;
}

function below(base: URL, route: string): URL | null {
  // What a browser reads as another host.
  if (/^\s*[\\/]{2}/.test(route)) return URL.parse(route.trim().replaceAll("\\", "/"), base.href);
  const folder = base.pathname.replace(/\/*$/, "/");
  const joined = route.startsWith("?") || route.startsWith("#") ? base.pathname : folder;
  return URL.parse(joined + route.replace(/^\/+/, ""), base.origin);
}

function refused(problem: string): RoutePlace {
  return { kind: "refused", problem };
}
