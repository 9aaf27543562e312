/** Where learning happens: what CI learns is never promoted and corrects nothing. */
export const MODES = ["local", "ci"] as const;
export type Mode = (typeof MODES)[number];
