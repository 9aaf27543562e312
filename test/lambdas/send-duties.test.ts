import { SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Duty } from "#knowledge";
import { sendDuties } from "../../lambdas/shared/send-duties.ts";
import { type AwsServices, startServices } from "../support/aws/start-services.ts";

let aws: AwsServices;
let client: SQSClient;

beforeAll(async () => {
  aws = await startServices();
  const credentials = { accessKeyId: "id", secretAccessKey: "key" };
  client = new SQSClient({ endpoint: aws.endpoint, region: "eu-central-1", credentials, maxAttempts: 1 });
});
afterAll(() => aws.close());
beforeEach(() => {
  aws.asked.length = 0;
  aws.refuse = () => null;
  aws.trouble = () => null;
});

const triage = (failure: string): Duty => ({
  kind: "triage",
  organisation: "acme",
  repository: "acme/shop",
  failure,
});
const queues = (name: string) => ({
  client,
  urls: { triage: aws.queueUrl(name), answer: aws.queueUrl(name) },
  pause: { sleep: async () => {} },
});
const bodies = (name: string) => (aws.queues.get(name) ?? []).map(({ body }) => JSON.parse(body) as Duty);

test("more duties than one call takes go out in tens, each once", async () => {
  const duties = Array.from({ length: 23 }, (_, index) => triage(`f${index}`));
  expect(await sendDuties(queues("tens"), duties)).toEqual([]);
  expect(bodies("tens")).toEqual(duties);
  expect(aws.asked).toEqual(Array.from({ length: 3 }, () => "AmazonSQS.SendMessageBatch"));
});

test("what a batch did not take is sent again alone", async () => {
  let refused = 0;
  aws.refuse = (body) => (body.includes('"f1"') && refused++ < 2 ? "InternalError" : null);
  await sendDuties(queues("again"), [triage("f0"), triage("f1"), triage("f2")]);
  expect(bodies("again").map((duty) => "failure" in duty && duty.failure)).toEqual(["f0", "f2", "f1"]);
  expect(aws.asked).toHaveLength(3);
});

test("what is never taken ends as an error that passes, and not for ever", async () => {
  aws.refuse = () => "InternalError";
  await expect(sendDuties(queues("never"), [triage("f0")])).rejects.toMatchObject({
    code: "queue_unavailable",
  });
  expect(aws.asked).toHaveLength(3);
  aws.trouble = () => ({ name: "ServiceUnavailable", status: 503 });
  await expect(sendDuties(queues("never"), [triage("f0")])).rejects.toMatchObject({
    code: "queue_unavailable",
  });
});

test("kinds that one function does share its queue, and what nobody does is named", async () => {
  const answer: Duty = { kind: "answer", organisation: "acme", repository: "acme/shop", failure: "f1" };
  const propose: Duty = { kind: "propose", organisation: "acme", repository: "acme/shop" };
  expect(await sendDuties(queues("shared"), [triage("f0"), propose, answer])).toEqual([propose]);
  expect(bodies("shared")).toEqual([triage("f0"), answer]);
});

test("nothing due asks nothing", async () => {
  expect(await sendDuties(queues("none"), [])).toEqual([]);
  expect(aws.asked).toEqual([]);
});
