/**
 * The header that leads to other pages, with every way under this API. A proxy in front of GitHub passes on links to
 * the host behind it; followed as they are, they would go past the proxy and take the token elsewhere.
 */
export function rebaseLinks(link: string, api: string): string {
  const { origin, pathname } = new URL(api);
  const base = pathname.replace(/\/$/, "");
  return link.replace(/<([^<>]+)>/g, (whole, target: string) => {
    if (!URL.canParse(target, api)) return whole;
    const to = new URL(target, api);
    if (to.origin === origin) return `<${to.href}>`;
    const path =
      base !== "" && to.pathname.startsWith(`${base}/`) ? to.pathname.slice(base.length) : to.pathname;
    return `<${origin}${base}${path}${to.search}>`;
  });
}
