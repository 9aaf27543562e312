import { expect, inject, test } from "vitest";
import { DUTIES } from "#knowledge";
import { readable, templateOf } from "../support/templates.ts";

const watch = templateOf(inject("synthesised").folder, "assay-watch");
const schedules = watch.of("AWS::Scheduler::Schedule").map(({ Properties }) => Properties);
const of = (name: string) => schedules.filter(({ Name }) => Name.startsWith(`${name}-`));
const inputs = (name: string) => of(name).map(({ Target }) => JSON.parse(Target.Input) as unknown);

test("C-061 each organisation's default branches are looked at every ten minutes", () => {
  expect(of("watch").map(({ ScheduleExpression }) => ScheduleExpression)).toEqual([
    "rate(10 minutes)",
    "rate(10 minutes)",
  ]);
  expect(inputs("watch").map((input) => DUTIES.watch().parse(input).organisation)).toEqual(["acme", "zeta"]);
});

test("the changes under QA of each organisation are looked at every ten minutes", () => {
  expect(of("step").map(({ ScheduleExpression }) => ScheduleExpression)).toEqual([
    "rate(10 minutes)",
    "rate(10 minutes)",
  ]);
  expect(inputs("step").map((input) => DUTIES.step().parse(input).organisation)).toEqual(["acme", "zeta"]);
});

test("C-079 C-080 the sweep of each product comes at seven in the zone of its organisation, also on the days that make up for a Monday", () => {
  expect(
    of("sweep").map(({ Name, ScheduleExpression, ScheduleExpressionTimezone }) => [
      Name,
      ScheduleExpression,
      ScheduleExpressionTimezone,
    ]),
  ).toEqual([
    [expect.stringMatching(/^sweep-acme-shop-\w{8}$/), "cron(0 7 * * ? *)", "Europe/Berlin"],
    [expect.stringMatching(/^sweep-acme-billing-\w{8}$/), "cron(0 7 * * ? *)", "Europe/Berlin"],
    [
      expect.stringMatching(/^sweep-zeta-app-\w{8}$/),
      "cron(0 7 * * ? *)",
      expect.stringMatching(/^Asia\/Kath?mandu$/),
    ],
  ]);
  expect(inputs("sweep").map((input) => DUTIES.sweep().parse(input).product)).toEqual([
    "shop",
    "billing",
    "app",
  ]);
});

test("C-076 the platform's own product has no schedule", () => {
  expect(JSON.stringify(schedules)).not.toContain("platform");
});

test("what cannot be delivered is given up in time and kept among dead letters", () => {
  for (const { Name, Target, FlexibleTimeWindow } of schedules) {
    const minutes = Target.RetryPolicy.MaximumEventAgeInSeconds / 60;
    expect([Name, minutes]).toEqual([Name, /^(?:step|watch)-/.test(Name) ? 10 : 24 * 60]);
    expect(Target.RetryPolicy.MaximumRetryAttempts).toBeLessThan(185);
    expect(readable(Target.DeadLetterConfig.Arn)).toBe("schedulesDead");
    expect(FlexibleTimeWindow).toEqual({ Mode: "OFF" });
  }
});

test("a schedule may put messages into the queues that it starts and into its dead letters, nothing else", () => {
  const [role] = new Set(schedules.map(({ Target }) => Target.RoleArn["Fn::GetAtt"][0] as string));
  expect(watch.allowed(role ?? "")).toEqual([
    "sqs:SendMessage schedulesDead",
    "sqs:SendMessage stepmessagesQueue",
    "sqs:SendMessage sweepmessagesQueue",
    "sqs:SendMessage watchmessagesQueue",
  ]);
});
