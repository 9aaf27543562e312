import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** A finding of cdk-nag that is accepted. */
export interface Accepted {
  /** Its exact id: with the action or the resource where the rule names them. */
  readonly finding: string;
  readonly why: string;
}

/** Accepts one finding on a construct and what is below it. */
export function acknowledge(construct: IConstruct, { finding, why }: Accepted): void {
  Validations.of(construct).acknowledge({ id: finding, reason: why });
}
