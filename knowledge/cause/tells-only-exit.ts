/** The ways in which shells, CIs and build tools say that something ended badly, without a word of why. */
const EXIT =
  /^(?:##\[error\])?\W{0,12}(?:(?:Error|ERROR|error|fatal): )?(?:Process completed with exit code \d{1,10}|(?:The )?(?:command|process|step|script|job|build|task)\b.{0,160}?(?:exited with|failed with|returned|completed with)(?: a non-zero)? (?:exit |status |error )?(?:code|status):? ?-?\d{1,10}|Job failed: (?:exit code|exit status) \d{1,10}|script returned exit code \d{1,10}|Exited with (?:code )?(?:exit )?(?:code|status):? \d{1,10}|(?:g|mingw32-|n)?make(?:\[\d{1,3}\])?: \*\*\* \[[^\]]{1,200}\] Error \d{1,10}|Finished: FAILURE|BUILD FAILED|Build failed)[\s.!*]*$/i;

/** True for a line that tells that a step failed and nothing of the reason. Linear. */
export function tellsOnlyExit(text: string): boolean {
  return EXIT.test(text);
}
