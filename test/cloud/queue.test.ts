import { expect, test } from "vitest";
import { memoryQueue } from "./queue.ts";

const queue = () =>
  memoryQueue({
    name: "jobs",
    arn: "arn:aws:sqs:eu-central-1:123456789012:jobs",
    url: "http://127.0.0.1/123456789012/jobs",
    hiddenSeconds: 60,
    keptSeconds: 600,
    dead: { arn: "arn:aws:sqs:eu-central-1:123456789012:dead", receives: 2 },
  });
const MINUTE = 60_000;

test("a message that was received is hidden for a time, comes again, and is then given to the dead letters", () => {
  const jobs = queue();
  jobs.send("a", 0);
  const first = jobs.receive(10, 0);
  expect(first.messages.map(({ body, receives }) => ({ body, receives }))).toEqual([
    { body: "a", receives: 1 },
  ]);
  expect(jobs.receive(10, MINUTE - 1).messages).toEqual([]);
  expect(jobs.receive(10, MINUTE).messages.map(({ receives }) => receives)).toEqual([2]);
  const last = jobs.receive(10, 2 * MINUTE);
  expect(last.messages).toEqual([]);
  expect(last.given.map(({ body }) => body)).toEqual(["a"]);
  expect(jobs.messages).toEqual([]);
});

test("a batch is the oldest messages; those that are done are there no more", () => {
  const jobs = queue();
  for (const body of ["a", "b", "c"]) jobs.send(body, 0);
  const { messages } = jobs.receive(2, 0);
  expect(messages.map(({ body }) => body)).toEqual(["a", "b"]);
  for (const { id } of messages) jobs.delete(id);
  expect(jobs.messages.map(({ body }) => body)).toEqual(["c"]);
});

test("a message that is older than what is kept is dropped, and starts nothing", () => {
  const jobs = queue();
  jobs.send("old", 0);
  jobs.send("new", 5 * MINUTE);
  const { messages, dropped } = jobs.receive(10, 10 * MINUTE);
  expect(dropped.map(({ body }) => body)).toEqual(["old"]);
  expect(messages.map(({ body }) => body)).toEqual(["new"]);
});
