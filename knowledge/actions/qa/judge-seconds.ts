/** Seconds that one call of a model that judges a capture may take where nothing else is said. */
export const JUDGE_SECONDS = 120;
