/** Names of labels, in either form in which GitHub lists them. */
export function labelNames(
  labels: readonly (string | { readonly name?: string | null })[],
): readonly string[] {
  return labels
    .map((label) => (typeof label === "string" ? label : (label.name ?? "")))
    .filter((name) => name !== "");
}
