import type { Rule } from "../rule.ts";

/** Somebody else's limit was reached: requests, quota, capacity. */
export const rateLimit = [
  {
    id: "rate-limit/github",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.94,
    signs: [
      { has: "api rate limit exceeded" },
      { has: "secondary rate limit", re: /exceeded a secondary rate limit/i },
      { has: "api rate limit has been exceeded" },
    ],
    nextAction:
      "Wait for the limit to reset, or use a token of its own for this job (an anonymous one shares its address's limit).",
    hits: [
      '"message": "API rate limit exceeded for installation ID 4211."',
      "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
      "gh: API rate limit has been exceeded for this address",
    ],
    misses: ["api rate limit: 4980 of 5000 left", "docs: secondary rate limits"],
  },
  {
    id: "rate-limit/docker",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.95,
    signs: [{ has: "toomanyrequests", re: /\btoomanyrequests:/i }, { has: "reached your pull rate limit" }],
    nextAction: "Log in to the registry before pulling, or pull through a mirror; then run the job again.",
    hits: [
      "toomanyrequests: You have reached your unauthenticated pull rate limit.",
      "ERROR: You have reached your pull rate limit. You may increase the limit by authenticating.",
    ],
    misses: ["class TooManyRequestsHandler"],
  },
  {
    id: "rate-limit/http-429",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    recoverable: true,
    confidence: 0.78,
    signs: [
      { has: "429 too many requests", re: /\b429 Too Many Requests/i },
      { has: "returned error: 429" },
      { has: "http error 429", re: /HTTP Error 429/i },
      { has: "throttlingexception", re: /\(ThrottlingException\)|ThrottlingException: / },
      { has: "rate exceeded", re: /\(?(?:Throttling|RequestLimitExceeded)\)?.{0,80}Rate exceeded/i },
    ],
    nextAction:
      "Wait and run again; where it happens often, ask that server less or under an account of your own.",
    hits: [
      "npm ERR! 429 Too Many Requests - GET https://registry.example.org/left",
      "fatal: The requested URL returned error: 429",
      "urllib.error.HTTPError: HTTP Error 429: Too Many Requests",
      "An error occurred (ThrottlingException) when calling the DescribeStacks operation: Rate exceeded",
      "Throttling: Rate exceeded",
    ],
    misses: ["expect(response.status).toBe(429)", "rate exceeded: 0 times"],
  },
  {
    id: "rate-limit/quota",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.86,
    signs: [
      {
        has: "quota",
        re: /\bQuota '[^']{1,60}' exceeded|\b[Qq]uota exceeded for\b|QuotaExceeded\b.{0,10}:|\bQUOTA_EXCEEDED\b/,
      },
      { has: "resource_exhausted", re: /\bRESOURCE_EXHAUSTED\b/ },
      { has: "limitexceeded", re: /\((?:Vcpu|Instance|Service|Address)LimitExceeded\)/ },
      { has: "insufficientinstancecapacity" },
      { has: "zone_resource_pool_exhausted", re: /ZONE_RESOURCE_POOL_EXHAUSTED/i },
      { has: "spending limit", re: /(?:payments have failed|spending limit needs to be increased)/ },
      { has: "recent account payments have failed" },
      { has: "artifact storage quota has been hit" },
    ],
    nextAction: "Have the quota or budget raised, or free what uses it; then run the job again.",
    hits: [
      "ERROR: (gcloud.compute) Quota 'CPUS' exceeded. Limit: 24.0 in region us-east1.",
      "rpc error: code = ResourceExhausted: RESOURCE_EXHAUSTED",
      "An error occurred (VcpuLimitExceeded) when calling the RunInstances operation",
      "An error occurred (InsufficientInstanceCapacity) when calling the RunInstances operation",
      "code: ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS",
      "The job was not started because your spending limit needs to be increased.",
      "The job was not started because recent account payments have failed",
      "Failed to CreateArtifact: Artifact storage quota has been hit. Unable to upload any new artifacts.",
    ],
    misses: [
      "TEST-START | test_storage_quota_exceeded.js",
      "checking quota... fine",
      "the user's spending limit is shown",
      "class LimitExceeded(Exception):",
    ],
  },
] as const satisfies readonly Rule[];
