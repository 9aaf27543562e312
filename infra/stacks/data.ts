import { Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { AttributeType, Billing, ProjectionType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { ledgerTable } from "#knowledge/adapters/dynamodb/ledger-table";
import { acknowledge } from "../constructs/acknowledge.ts";

/** Nobody reads an old version of an artifact: it is the same bytes. */
const OLD_VERSIONS_KEPT = Duration.days(30);
const ACCESS_LOGS_KEPT = Duration.days(90);

/** What must outlive every deployment: the ledger's table and the bucket of artifacts. */
export class DataStack extends Stack {
  readonly table: TableV2;
  readonly artifacts: Bucket;

  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, props);
    const key = ({ name }: { readonly name: string }) => ({ name, type: AttributeType.STRING });
    this.table = new TableV2(this, "Ledger", {
      tableName: "assay-ledger",
      partitionKey: key(ledgerTable.partitionKey),
      sortKey: key(ledgerTable.sortKey),
      globalSecondaryIndexes: ledgerTable.indexes.map(({ name, partitionKey, sortKey, projection }) => ({
        indexName: name,
        partitionKey: key(partitionKey),
        sortKey: key(sortKey),
        projectionType: ProjectionType[projection],
      })),
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const bucket = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: RemovalPolicy.RETAIN,
    };
    const unfinished = { abortIncompleteMultipartUploadAfter: Duration.days(1) };
    const logs = new Bucket(this, "AccessLogs", {
      ...bucket,
      lifecycleRules: [{ ...unfinished, expiration: ACCESS_LOGS_KEPT }],
    });
    acknowledge(logs, {
      finding: "AwsSolutions-S1",
      why: "It holds the access log of the other bucket and has none itself.",
    });
    this.artifacts = new Bucket(this, "Artifacts", {
      ...bucket,
      versioned: true,
      // The declarations of CDK say less than its values where a property may be left out.
      serverAccessLogsBucket: logs as IBucket,
      serverAccessLogsPrefix: "artifacts/",
      lifecycleRules: [{ ...unfinished, noncurrentVersionExpiration: OLD_VERSIONS_KEPT }],
    });
  }
}
