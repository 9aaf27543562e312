/** How many tests a run tells of, by how they ended. `flaky` ones are among the passed. */
export interface TestCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  readonly flaky: number;
}
