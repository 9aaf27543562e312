import { expect, inject, test } from "vitest";
import { ledgerTable } from "../../knowledge/adapters/dynamodb/ledger-table.ts";
import { templateOf } from "../support/templates.ts";

const { folder } = inject("synthesised");
const data = templateOf(folder, "assay-data");
const access = templateOf(folder, "assay-access");

test("the ledger's table is the one that the adapter reads, paid by request, and hard to lose", () => {
  const [table] = data.of("AWS::DynamoDB::GlobalTable");
  expect(table?.DeletionPolicy).toBe("Retain");
  expect(table?.Properties).toMatchObject({
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [
      { AttributeName: ledgerTable.partitionKey.name, KeyType: "HASH" },
      { AttributeName: ledgerTable.sortKey.name, KeyType: "RANGE" },
    ],
    Replicas: [
      {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ],
  });
  expect(table?.Properties.GlobalSecondaryIndexes).toEqual(
    ledgerTable.indexes.map(({ name, partitionKey, sortKey, projection }) => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: partitionKey.name, KeyType: "HASH" },
        { AttributeName: sortKey.name, KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: projection },
    })),
  );
  // Events are never let go of by time.
  expect(table?.Properties.TimeToLiveSpecification).toBeUndefined();
});

test("buckets are private, encrypted, spoken to over TLS only, and let go of what nobody reads", () => {
  const buckets = data.of("AWS::S3::Bucket");
  expect(buckets).toHaveLength(2);
  for (const { id, DeletionPolicy, Properties } of buckets) {
    expect(DeletionPolicy).toBe("Retain");
    expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    expect(Properties.BucketEncryption).toBeDefined();
    expect(Properties.LifecycleConfiguration.Rules).not.toEqual([]);
    const policy = data.of("AWS::S3::BucketPolicy").find((one) => one.Properties.Bucket.Ref === id);
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
    );
  }
  const artifacts = buckets.find(({ Properties }) => Properties.LoggingConfiguration !== undefined);
  expect(artifacts?.Properties.VersioningConfiguration).toEqual({ Status: "Enabled" });
});

test("what is kept bears the tag that the budget counts by", () => {
  const tag = { Key: "assay", Value: "watch" };
  for (const { Properties } of data.of("AWS::S3::Bucket")) expect(Properties.Tags).toContainEqual(tag);
  const [table] = data.of("AWS::DynamoDB::GlobalTable");
  expect(table?.Properties.Replicas).toMatchObject([{ Tags: expect.arrayContaining([tag]) }]);
});

test("the role of people's terminals reads and writes nothing", () => {
  const [readers] = access.of("AWS::IAM::Role");
  expect(access.allowed(readers?.id ?? "")).toEqual([
    "dynamodb:BatchGetItem Ledger",
    "dynamodb:GetItem Ledger",
    "dynamodb:Query Ledger",
    "dynamodb:Query Ledger/index/feed",
    "dynamodb:Query Ledger/index/streams",
    "s3:GetObject Artifacts/sha256/*",
  ]);
});
