/** What a run or an attempt may cost where no workflow says otherwise, in USD. */
export const CAPS = {
  /** One run of CI triage. */
  triageRunUSD: "2.00",
  /** All calls for the review of one capture. */
  captureReviewUSD: "2.00",
  /** One run of the weekly sweep. */
  sweepRunUSD: "3.00",
  /** One attempt of the QA engineer on a change; counts toward the change. */
  changeAttemptUSD: "4.00",
  /** All runs of one group in any seven days. */
  groupWeekUSD: "15.00",
} as const;
