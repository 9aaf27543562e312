import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface CfnResource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: it is what CloudFormation takes, and a test names what it expects of it.
  readonly Properties: Readonly<Record<string, any>>;
  readonly DeletionPolicy?: string;
}

/** A synthesised template, as a test asks it. */
export interface Templates {
  /** All resources of a type, by logical id. */
  of(type: string): readonly (CfnResource & { readonly id: string })[];
  /** The one resource of a type of which a property has this value. */
  named(type: string, property: string, value: string): CfnResource & { readonly id: string };
  /** What a role may do: `action resource`, sorted, each resource by its readable name. */
  allowed(role: string): readonly string[];
}

export function templateOf(folder: string, stack: string): Templates {
  const { Resources } = JSON.parse(readFileSync(join(folder, `${stack}.template.json`), "utf8")) as {
    readonly Resources: Readonly<Record<string, CfnResource>>;
  };
  const all = Object.entries(Resources).map(([id, resource]) => ({ id, ...resource }));
  const of = (type: string) => all.filter(({ Type }) => Type === type);
  return {
    of,
    named(type, property, value) {
      const found = of(type).find(({ Properties }) => Properties[property] === value);
      if (found === undefined) throw new Error(`${stack} has no ${type} with ${property} ${value}`);
      return found;
    },
    allowed(role) {
      const statements = of("AWS::IAM::Policy")
        .filter(({ Properties }) =>
          Properties.Roles.some((one: { readonly Ref?: string }) => one.Ref === role),
        )
        .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Statement[]);
      for (const { Effect } of statements) if (Effect !== "Allow") throw new Error("a statement is no Allow");
      return statements
        .flatMap(({ Action, Resource }) =>
          [Action].flat().flatMap((action) => [Resource].flat().map((one) => `${action} ${readable(one)}`)),
        )
        .sort();
    },
  };
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

/** A reference of CloudFormation as one text: ids without CDK's hashes. */
export function readable(value: unknown): string {
  if (typeof value === "string") return value;
  const [key, inner] = Object.entries(value as Record<string, unknown>)[0] ?? [];
  switch (key) {
    case "Ref":
      return plain(String(inner));
    case "Fn::GetAtt":
      return plain(String((inner as unknown[])[0]));
    case "Fn::ImportValue":
      return plain(String(inner).replace(/^assay-data:ExportsOutput(?:FnGetAtt|Ref)/, ""));
    case "Fn::Join": {
      const [separator, parts] = inner as [string, unknown[]];
      return parts.map(readable).join(separator);
    }
    default:
      throw new Error(`a value that is not read: ${JSON.stringify(value)}`);
  }
}

function plain(id: string): string {
  return id.replace(/[0-9A-F]{8}(?:Arn|Ref|[0-9A-F]{8})?$/, "").replace(/[0-9A-F]{8}Arn$/, "");
}
