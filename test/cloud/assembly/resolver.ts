/** A template of CloudFormation as far as its names are resolved. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, Output>>;
}

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

interface Output {
  readonly Value: unknown;
  readonly Export?: { readonly Name: unknown };
}

/** Where the templates are taken to be deployed. */
export interface Place {
  readonly region: string;
  readonly account: string;
  /** Address of a queue, by its name. */
  readonly queueUrl: (name: string) => string;
}

/** Gives a property of a stack's template its value, as a deployment would. */
export type Resolve = (stack: string, value: unknown) => unknown;

const PARTITION = "aws";
/** Properties that hold the name that a resource was given. */
const NAMES = ["QueueName", "FunctionName", "TableName", "BucketName", "LogGroupName", "TopicName", "Name"];

/**
 * Resolves what templates say of each other: `Ref`, `Fn::GetAtt`, `Fn::Join`, `Fn::Sub`, `Fn::ImportValue` and the pseudo
 * parameters. A resource without a name of its own is named after its stack and its id. Any other function is an error.
 */
export function resolver(stacks: ReadonlyMap<string, Template>, place: Place): Resolve {
  const arn = (service: string, rest: string, { global = false } = {}) =>
    `arn:${PARTITION}:${service}:${global ? "" : place.region}:${global && service === "s3" ? "" : place.account}:${rest}`;

  const resourceOf = (stack: string, id: string): Resource => {
    const found = stacks.get(stack)?.Resources[id];
    if (found === undefined) throw new Error(`${stack} has no resource ${id}`);
    return found;
  };
  const nameOf = (stack: string, id: string): string => {
    const { Properties = {} } = resourceOf(stack, id);
    const given = NAMES.map((key) => Properties[key]).find((value) => value !== undefined);
    return given === undefined ? `${stack}-${id}`.toLowerCase() : String(resolve(stack, given));
  };
  const aliasArn = (stack: string, { Properties = {} }: Resource) =>
    arn(
      "lambda",
      `function:${resolve(stack, Properties.FunctionName)}:${String(resolve(stack, Properties.Name))}`,
    );

  const reference = (stack: string, id: string): string => {
    switch (id) {
      case "AWS::Region":
        return place.region;
      case "AWS::AccountId":
        return place.account;
      case "AWS::Partition":
        return PARTITION;
      case "AWS::URLSuffix":
        return "amazonaws.com";
      case "AWS::StackName":
        return stack;
    }
    const resource = resourceOf(stack, id);
    switch (resource.Type) {
      case "AWS::SQS::Queue":
        return place.queueUrl(nameOf(stack, id));
      case "AWS::Lambda::Alias":
        return aliasArn(stack, resource);
      default:
        return nameOf(stack, id);
    }
  };

  const attribute = (stack: string, id: string, name: string): string => {
    const { Type } = resourceOf(stack, id);
    if (Type === "AWS::Lambda::Version") return "1";
    if (name !== "Arn") return `${nameOf(stack, id)}.${name}`;
    switch (Type) {
      case "AWS::SQS::Queue":
        return arn("sqs", nameOf(stack, id));
      case "AWS::Lambda::Function":
        return arn("lambda", `function:${nameOf(stack, id)}`);
      case "AWS::DynamoDB::GlobalTable":
        return arn("dynamodb", `table/${nameOf(stack, id)}`);
      case "AWS::S3::Bucket":
        return arn("s3", nameOf(stack, id), { global: true });
      case "AWS::IAM::Role":
        return arn("iam", `role/${nameOf(stack, id)}`, { global: true });
      default:
        return arn("resource", nameOf(stack, id));
    }
  };

  const imported = (name: string): unknown => {
    for (const [stack, { Outputs = {} }] of stacks)
      for (const { Value, Export } of Object.values(Outputs))
        if (Export !== undefined && resolve(stack, Export.Name) === name) return resolve(stack, Value);
    throw new Error(`no stack exports ${name}`);
  };

  const called = (stack: string, name: string, input: unknown): unknown => {
    switch (name) {
      case "Ref":
        return reference(stack, String(input));
      case "Fn::GetAtt": {
        const [id, attributeName] = input as [string, string];
        return attribute(stack, id, attributeName);
      }
      case "Fn::Join": {
        const [separator, parts] = input as [string, readonly unknown[]];
        return parts.map((part) => String(resolve(stack, part))).join(separator);
      }
      case "Fn::Sub":
        return String(input).replace(/\$\{([^}]+)\}/g, (_, id: string) => reference(stack, id));
      case "Fn::ImportValue":
        return imported(String(resolve(stack, input)));
      default:
        throw new Error(`${stack} uses ${name}, which is not resolved here`);
    }
  };

  const resolve: Resolve = (stack, value) => {
    if (Array.isArray(value)) return value.map((one) => resolve(stack, one));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    const [first] = entries;
    if (entries.length === 1 && first !== undefined && /^(?:Ref|Fn::\w+)$/.test(first[0]))
      return called(stack, ...first);
    return Object.fromEntries(entries.map(([key, one]) => [key, resolve(stack, one)]));
  };
  return resolve;
}
