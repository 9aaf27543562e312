const LIMIT = 10;

/**
 * Files under `docs/` that a text names, in order, at most ten. They are to be read at the commit of the base branch:
 * what the change itself writes into them is no intent.
 */
export function namedDocs(text: string): readonly string[] {
  const found =
    text.match(/(?<![\w./-])docs\/[\w./-]{1,200}\.(?:md|mdx|markdown|rst|adoc|txt)(?![\w/-])/gi) ?? [];
  const safe = found.filter((path) => !path.split("/").some((part) => part === "" || /^\.+$/.test(part)));
  return [...new Set(safe)].slice(0, LIMIT);
}
