/**
 * The table that `dynamodbLedger` needs, as data, for whatever makes it: infra, or a test (decisions/0027-the-ledger-in-dynamodb.md).
 * Knows no SDK. All attributes are strings; both indexes hold keys only.
 */
export const ledgerTable = {
  partitionKey: { name: "pk", type: "S" },
  sortKey: { name: "sk", type: "S" },
  indexes: [
    {
      name: "feed",
      partitionKey: { name: "feed", type: "S" },
      sortKey: { name: "feedKey", type: "S" },
      projection: "KEYS_ONLY",
    },
    {
      name: "streams",
      partitionKey: { name: "firsts", type: "S" },
      sortKey: { name: "stream", type: "S" },
      projection: "KEYS_ONLY",
    },
  ],
} as const;
