/**
 * List prices of AWS in US East (N. Virginia), US dollars without any free allowance. Those of Lambda were looked up in
 * public pages that quote AWS's; the others were written down by hand: check them against AWS before planning with them.
 */
export const LIST_PRICES = {
  date: "2025-11",
  region: "us-east-1",
  /** Looked up. */
  lambdaRequest: 0.2e-6,
  /** arm64. Looked up. */
  lambdaGbSecond: 0.0000133334,
  sqsRequest: 0.4e-6,
  schedulerInvocation: 1e-6,
  dynamodbRead: 0.125e-6,
  dynamodbWrite: 0.625e-6,
  /** A month, with point-in-time recovery. */
  dynamodbGb: 0.25 + 0.2,
  s3Put: 5e-6,
  s3Get: 0.4e-6,
  s3Gb: 0.023,
  logsGb: 0.5,
  alarm: 0.1,
  metric: 0.3,
  dashboard: 3,
  trace: 5e-6,
} as const;
