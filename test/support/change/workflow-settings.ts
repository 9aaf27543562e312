/** A workflow `own` of the three usual steps, as it is written in the settings. */
export function ownWorkflow(
  qa: string,
  { name = "own", budget = null }: { readonly name?: string; readonly budget?: string | null } = {},
): string {
  return [
    `  - name: ${name}`,
    "    steps:",
    "      - {name: build, type: agentRole, agentRole: product-feature-builder}",
    `      - {name: qa, type: agentRole, agentRole: ci-resolver${qa === "" ? "" : `, ${qa}`}}`,
    "      - {name: review, type: agentRole, agentRole: quality-reviewer}",
    ...(budget === null ? [] : [`    budget: ${budget}`]),
  ].join("\n");
}
