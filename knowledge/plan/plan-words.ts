/** When a requirement is due. */
export const QA_PHASES = ["verification", "post_deploy", "manual_acceptance"] as const;
export type QaPhase = (typeof QA_PHASES)[number];

/** `non_blocking`: tracked only. */
export const BLOCKING_MODES = ["blocking", "non_blocking"] as const;
export type BlockingMode = (typeof BLOCKING_MODES)[number];

/** Slugs of plans, cases and methods. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
