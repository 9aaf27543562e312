/** Kinds of checks that are known; a kind is free text, and a new one needs no more than being written (spec: QA platform). */
export const QA_KINDS = {
  implementation_review: "code against its spec",
  simulation: "integration across tasks",
  smoke: "after a deployment: health over HTTP, basic flows",
  e2e: "a scenario in a browser",
  "visual-regression": "against a baseline that is known to be good",
  "manual-acceptance": "a person signs off the acceptance criteria",
} as const satisfies Record<string, string>;
