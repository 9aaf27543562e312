import { Duration } from "aws-cdk-lib";
import { Policy, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  Runtime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Lambda } from "../../lambdas/lambda.ts";
import { type Accepted, acknowledge } from "./acknowledge.ts";

interface AssayFunctionProps {
  readonly lambda: Lambda;
  /** Folder of its bundle. */
  readonly bundle: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly allowed: readonly Allowed[];
  /** Findings of cdk-nag on what is allowed that are accepted, by their exact ids. */
  readonly accepted: readonly Accepted[];
}

/** Actions that its role allows on these resources. */
export interface Allowed {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

/** A function with a role of its own, which allows what the registry grants, its log and its traces. */
export class AssayFunction extends Construct {
  readonly handler: LambdaFunction;

  constructor(scope: Construct, id: string, props: AssayFunctionProps) {
    super(scope, id);
    const { lambda, bundle, environment, allowed, accepted } = props;
    const functionName = `assay-${lambda.name}`;
    const logGroup = new LogGroup(this, "Log", {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: RetentionDays.THREE_MONTHS,
    });
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      description: `What ${functionName} may do: ${lambda.summary}`,
    });
    const log = { actions: ["logs:CreateLogStream", "logs:PutLogEvents"], resources: [logGroup.logGroupArn] };
    for (const { actions, resources } of [log, ...allowed])
      role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
    for (const one of accepted) acknowledge(role, one);
    // A policy of its own, so that what is accepted of it is accepted of nothing else.
    const traces = new Policy(this, "Traces", {
      roles: [role],
      statements: [
        new PolicyStatement({
          actions: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
          resources: ["*"],
        }),
      ],
    });
    acknowledge(traces, {
      finding: "AwsSolutions-IAM5[Resource::*]",
      why: "X-Ray takes traces for no resource but *.",
    });
    this.handler = new LambdaFunction(this, "Function", {
      functionName,
      description: lambda.summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: "index.handler",
      code: Code.fromAsset(bundle),
      role,
      logGroup,
      environment: { NODE_ENV: "production", ...environment },
      memorySize: lambda.memoryMb,
      timeout: Duration.seconds(lambda.timeoutSeconds),
      ...(lambda.reserved === null ? {} : { reservedConcurrentExecutions: lambda.reserved }),
    });
    // The property of the construct would write the statement of `Traces` into the role's other policy.
    (this.handler.node.defaultChild as CfnFunction).tracingConfig = { mode: "Active" };
    this.handler.node.addDependency(traces);
  }
}
