/** The variable that names the folder in which workers leave the steps of each attempt for the reporter. */
export const STEPS_FOLDER = "ASSAY_PLAYWRIGHT_STEPS";

/** Name of the file with the steps of one attempt: no run file by its ending. */
export function stepsFile(testId: string, retry: number): string {
  return `${testId.replace(/[^\w.-]/g, "_")}-${retry}.steps`;
}
