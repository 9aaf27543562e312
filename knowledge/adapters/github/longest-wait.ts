/** Seconds that a limit is waited for; one that lasts longer is an error that names the time. */
export const LONGEST_WAIT = 60;
