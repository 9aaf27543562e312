import { Stack, type StackProps } from "aws-cdk-lib";
import { AccountRootPrincipal, Policy, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { acknowledge } from "../constructs/acknowledge.ts";
import { indexArns } from "../constructs/index-arns.ts";
import { OBJECTS, OBJECTS_ACCEPTED } from "../constructs/objects.ts";
import type { DataStack } from "./data.ts";

interface AccessStackProps extends StackProps {
  readonly data: DataStack;
}

/** Who reads the team's ledger from a terminal: a role that the account's own people may be let into. */
export class AccessStack extends Stack {
  constructor(scope: Construct, id: string, { data, ...props }: AccessStackProps) {
    super(scope, id, props);
    const { table, artifacts } = data;
    const readers = new Role(this, "Readers", {
      roleName: "assay-readers",
      description: "Reads the ledger and the artifacts and writes nothing",
      assumedBy: new AccountRootPrincipal(),
    });
    const policy = new Policy(this, "Reading", {
      roles: [readers],
      statements: [
        new PolicyStatement({
          actions: ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"],
          resources: [table.tableArn],
        }),
        new PolicyStatement({ actions: ["dynamodb:Query"], resources: [...indexArns(table)] }),
        new PolicyStatement({ actions: ["s3:GetObject"], resources: [artifacts.arnForObjects(OBJECTS)] }),
      ],
    });
    acknowledge(policy, OBJECTS_ACCEPTED);
  }
}
