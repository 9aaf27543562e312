import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readAssembly } from "./assembly/read-assembly.ts";

const PLACE = {
  region: "eu-central-1",
  account: "123456789012",
  queueUrl: (name: string) => `http://127.0.0.1:9/123456789012/${name}`,
};

function assembly(templates: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), "assay-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [stack, template] of Object.entries(templates))
    writeFileSync(join(folder, `${stack}.template.json`), JSON.stringify(template));
  return () => readAssembly(folder, PLACE);
}

const functionWith = (Variables: Readonly<Record<string, unknown>>) => ({
  Type: "AWS::Lambda::Function",
  Properties: {
    FunctionName: "work",
    Code: { S3Key: "abc.zip" },
    Environment: { Variables },
  },
});

test("names of another stack, queues, aliases and joined texts are what a deployment would give", () => {
  const read = assembly({
    data: {
      Resources: { Table1: { Type: "AWS::DynamoDB::GlobalTable", Properties: { TableName: "ledger" } } },
      Outputs: { Out: { Value: { Ref: "Table1" }, Export: { Name: "data:Table1" } } },
    },
    run: {
      Resources: {
        Dead: { Type: "AWS::SQS::Queue", Properties: { QueueName: "dead" } },
        Jobs: {
          Type: "AWS::SQS::Queue",
          Properties: {
            QueueName: "jobs",
            RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["Dead", "Arn"] }, maxReceiveCount: 3 },
          },
        },
        Work: functionWith({
          TABLE: { "Fn::ImportValue": "data:Table1" },
          QUEUES: { "Fn::Join": ["", ['{"job":"', { Ref: "Jobs" }, '"}']] },
          ASK: { Ref: "Alias" },
          // biome-ignore lint/suspicious/noTemplateCurlyInString: it is CloudFormation's own form.
          WHERE: { "Fn::Sub": "${AWS::AccountId}-${AWS::Region}" },
        }),
        Alias: { Type: "AWS::Lambda::Alias", Properties: { FunctionName: { Ref: "Work" }, Name: "read" } },
      },
    },
  })();
  expect(read.functions[0]?.environment).toEqual({
    TABLE: "ledger",
    QUEUES: '{"job":"http://127.0.0.1:9/123456789012/jobs"}',
    ASK: "arn:aws:lambda:eu-central-1:123456789012:function:work:read",
    WHERE: "123456789012-eu-central-1",
  });
  expect(read.aliases).toEqual([
    { arn: "arn:aws:lambda:eu-central-1:123456789012:function:work:read", functionName: "work" },
  ]);
  expect(read.queues.find(({ name }) => name === "jobs")).toMatchObject({
    dead: { arn: "arn:aws:sqs:eu-central-1:123456789012:dead", receives: 3 },
    hiddenSeconds: 30,
  });
});

test.each([
  ["a function of CloudFormation that is not known", { "Fn::Select": [0, ["a"]] }, "uses Fn::Select"],
  ["an export of no stack", { "Fn::ImportValue": "nowhere" }, "no stack exports nowhere"],
  ["a resource that is not there", { Ref: "Nobody" }, "no resource Nobody"],
])("%s is an error, never an empty value", (_, value, problem) => {
  expect(assembly({ run: { Resources: { Work: functionWith({ VALUE: value }) } } })).toThrow(problem);
});

test("a folder without templates is named", () => {
  expect(() => readAssembly("/nowhere/at/all", PLACE)).toThrow(
    "/nowhere/at/all holds no synthesised templates",
  );
});
