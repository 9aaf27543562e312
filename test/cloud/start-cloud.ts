import { availableParallelism } from "node:os";
import { AWS_ACCOUNT } from "../support/aws/aws-account.ts";
import { AWS_REGION, type DynamoDbServer, startDynamoDb } from "../support/aws/start-dynamodb.ts";
import { type S3Server, startS3 } from "../support/aws/start-s3.ts";
import { type AwsServices, startServices } from "../support/aws/start-services.ts";
import type { Assembly, DeployedFunction } from "./assembly/assembly.ts";
import { readAssembly } from "./assembly/read-assembly.ts";
import type { CloudClock } from "./cloud-clock.ts";
import type { CloudEvent } from "./cloud-event.ts";
import { startEventSources } from "./event-sources.ts";
import { movedTime } from "./moved-time.ts";
import { portsOf } from "./ports.ts";
import { memoryQueue, type Queue } from "./queue.ts";
import { type Ran, type Run, runFunction } from "./run-function.ts";
import { type Schedules, startSchedules } from "./schedules.ts";

/** What stands in for the App: its key, or a token that is given to whoever asks for one. */
export type Power = { readonly key: string } | { readonly token: string };

export interface CloudOptions {
  /** Folder of a synthesised app. */
  readonly folder: string;
  readonly power: Power;
  readonly clock: CloudClock;
  /** What every function's environment has beside what the template says. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Of the first of three ports; 0: free ones. */
  readonly port?: number;
  readonly tell: (event: CloudEvent) => void;
}

/** A deployment of a synthesised app on this machine. */
export interface Cloud {
  readonly assembly: Assembly;
  readonly services: AwsServices;
  /** Where a client of AWS finds the services, as variables of its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly schedules: Schedules;
  queue(name: string): Queue;
  /** Puts a message into a queue, as a text or as what becomes JSON. */
  send(queue: string, body: unknown): void;
  /** Runs a function by itself, past its queue. */
  run(name: string, run: Run): Promise<Ran>;
  /** Runs what the messages that can be received now ask for, and what that sends, until none is left. */
  drain(): Promise<void>;
  /** Starts what can be started, without waiting for it; whether anything runs. */
  turn(): boolean;
  /** The earliest time at which a message that is hidden comes again; null: none is. */
  nextMessage(): number | null;
  /** Messages in the queues that functions read, and those among the dead letters. */
  readonly left: { readonly waiting: number; readonly dead: number };
  /** Ends all that was started. */
  close(): Promise<void>;
}

/**
 * Starts DynamoDB, S3, SQS, Parameter Store and Lambda by their own protocols, with the tables, buckets, queues, functions
 * and schedules that the templates name, and in which the messages of a queue start its function. Nothing runs before it
 * is told to: `turn`, `drain`, `schedules.look`. Errors: a port that is taken, a folder without templates.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { folder, power, clock, tell } = options;
  const [port, dynamoDbPort, s3Port] = portsOf(options.port ?? 0);
  const queues = new Map<string, Queue>();
  const need = (name: string): Queue => {
    const queue = queues.get(name);
    if (queue === undefined) throw new Error(`there is no queue ${name}`);
    return queue;
  };
  const isDead = (queue: Queue) => deadLetters.has(queue.settings.arn);
  const take = (name: string, body: string, attributes: Readonly<Record<string, string>>): string => {
    const queue = need(name);
    const at = clock.now();
    const { id } = queue.send(body, at, attributes);
    if (isDead(queue)) tell({ at, kind: "dead", queue: name, body, why: attributes.code ?? "sent there" });
    else tell({ at, kind: "message", queue: name, body });
    return id;
  };
  const started: { close(): Promise<void> }[] = [];
  const closeAll = async () => {
    await Promise.all(started.splice(0).map((one) => one.close()));
  };
  const start = async <Server extends { close(): Promise<void> }>(
    server: Promise<Server>,
  ): Promise<Server> => {
    const running = await server;
    started.push(running);
    return running;
  };
  let deadLetters: ReadonlySet<string> = new Set();
  try {
    const services: AwsServices = await start(
      startServices({ port, take: (name, { body, attributes }) => take(name, body, attributes) }),
    );
    const place = { region: AWS_REGION, account: AWS_ACCOUNT, queueUrl: services.queueUrl };
    const assembly = readAssembly(folder, place);
    for (const settings of assembly.queues) queues.set(settings.name, memoryQueue(settings));
    deadLetters = new Set([
      ...assembly.queues.flatMap(({ dead }) => (dead === null ? [] : [dead.arn])),
      ...assembly.schedules.flatMap(({ deadArn }) => (deadArn === null ? [] : [deadArn])),
    ]);
    const dynamoDb: DynamoDbServer = await start(startDynamoDb(dynamoDbPort));
    for (const table of assembly.tables) await dynamoDb.createTable(table);
    const s3: S3Server = await start(startS3(assembly.buckets, s3Port));

    const environment = {
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.endpoint,
      AWS_ENDPOINT_URL_S3: s3.endpoint,
      AWS_ENDPOINT_URL_SQS: services.endpoint,
      AWS_ENDPOINT_URL_LAMBDA: services.endpoint,
      AWS_ENDPOINT_URL_SSM: services.endpoint,
      AWS_EC2_METADATA_DISABLED: "true",
    };
    const stop = new AbortController();
    const functionOf = (name: string): DeployedFunction => {
      const found = assembly.functions.find((one) => one.name === name);
      if (found === undefined) throw new Error(`there is no function ${name}`);
      return found;
    };
    const run = (name: string, { environment: more, node = [], ...rest }: Run) =>
      runFunction(functionOf(name), {
        ...rest,
        environment: { ...environment, ...options.environment, ...more },
        node: [...movedTime({ ahead: clock.ahead() }), ...node],
        signal: stop.signal,
      });
    for (const { arn, functionName } of assembly.aliases)
      services.functions.set(arn, async (event) => {
        const ran = await run(functionName, { event, arn });
        if (ran.kind === "answered") return ran.value;
        throw new Error(ran.kind === "thrown" ? ran.message : `${functionName} ${ran.kind}`);
      });
    for (const { name, environment: own } of assembly.functions) {
      const { ASSAY_APP_KEY: parameter } = own;
      if (parameter === undefined) continue;
      if ("key" in power) services.parameters.set(parameter, power.key);
      else
        for (const { arn, functionName } of assembly.aliases)
          if (functionName === name)
            services.functions.set(arn, (asked) => tokenFor(power.token, asked, clock.now()));
    }
    const byArn = (arn: string) => need(arn.split(":").at(-1) ?? arn);
    const sources = startEventSources({
      sources: assembly.sources,
      queueOf: byArn,
      functionOf,
      run,
      clock,
      atOnce: Math.max(2, availableParallelism()),
      tell,
    });
    const schedules = startSchedules({
      schedules: assembly.schedules,
      clock,
      deliver(arn, body) {
        const trouble = services.trouble("AmazonSQS.SendMessage");
        if (trouble !== null) throw new Error(trouble.name);
        byArn(arn).send(body, clock.now());
      },
      giveUp({ deadArn, input }, why) {
        if (deadArn === null) return;
        const queue = byArn(deadArn);
        queue.send(input, clock.now());
        tell({ at: clock.now(), kind: "dead", queue: queue.settings.name, body: input, why });
      },
      tell,
    });
    return {
      assembly,
      services,
      environment,
      schedules,
      queue: need,
      send: (name, body) =>
        void need(name).send(typeof body === "string" ? body : JSON.stringify(body), clock.now()),
      run,
      drain: sources.drain,
      turn: sources.turn,
      nextMessage: sources.nextMessage,
      get left() {
        const count = (dead: boolean) =>
          [...queues.values()]
            .filter((queue) => isDead(queue) === dead)
            .reduce((sum, { messages }) => sum + messages.length, 0);
        return { waiting: count(false), dead: count(true) };
      },
      async close() {
        const ended = sources.end();
        stop.abort();
        await ended;
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** What the token function answers, for a token that is somebody's own: it is narrowed to nothing. */
function tokenFor(token: string, asked: unknown, now: number) {
  const { repositories } = asked as { readonly repositories: readonly string[] };
  const expiresAt = new Date(now + 60 * 60_000).toISOString();
  return { kind: "token", token, expiresAt, repositories };
}
