import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Organisation } from "../organisation.ts";
import type { Accepted } from "./acknowledge.ts";

/** A model that Bedrock runs wherever there is room in a part of the world, by a profile named after it. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|ca|sa|global)\./;

export interface ModelAccess {
  readonly arns: readonly string[];
  readonly accepted: readonly Accepted[];
}

/** ARNs of the models that the organisations' settings name, and what cdk-nag has to accept for them. */
export function modelAccess(scope: Construct, organisations: readonly Organisation[]): ModelAccess {
  const { partition, region: here, account } = Stack.of(scope);
  const arns = organisations.flatMap(({ model }) => {
    if (model === null) return [];
    const region = model.region ?? here;
    if (!PROFILE.test(model.id)) return [`arn:${partition}:bedrock:${region}::foundation-model/${model.id}`];
    return [
      `arn:${partition}:bedrock:${region}:${account}:inference-profile/${model.id}`,
      // The profile chooses the region; the model stays the same.
      `arn:${partition}:bedrock:*::foundation-model/${model.id.replace(PROFILE, "")}`,
    ];
  });
  const accepted = organisations.flatMap(({ model }) =>
    model !== null && PROFILE.test(model.id)
      ? [
          {
            finding: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${model.id.replace(PROFILE, "")}]`,
            why: "The profile runs the model in a region that it chooses; the model is named.",
          },
        ]
      : [],
  );
  return { arns: [...new Set(arns)], accepted };
}
