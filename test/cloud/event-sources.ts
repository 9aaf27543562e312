import type { DeployedFunction, EventSource } from "./assembly/assembly.ts";
import type { CloudClock } from "./cloud-clock.ts";
import type { CloudEvent, FunctionRan } from "./cloud-event.ts";
import type { Message, Queue } from "./queue.ts";
import { type Ran, type Run, sqsEvent } from "./run-function.ts";
import { toldByLog } from "./told-by-log.ts";

interface Sources {
  readonly sources: readonly EventSource[];
  readonly queueOf: (arn: string) => Queue;
  readonly functionOf: (name: string) => DeployedFunction;
  readonly run: (name: string, run: Run) => Promise<Ran>;
  readonly clock: CloudClock;
  /** Functions that this machine runs at once. */
  readonly atOnce: number;
  readonly tell: (event: CloudEvent) => void;
}

interface Running {
  readonly source: EventSource;
  readonly ended: Promise<void>;
}

/**
 * What Lambda does between a queue and its function: batches, runs at once, reserved concurrency, messages that come
 * again once they are shown again, and those that were received too often.
 */
export function startEventSources({ sources, queueOf, functionOf, run, clock, atOnce, tell }: Sources) {
  const running = new Set<Running>();
  let isEnding = false;
  const runsOf = (source: EventSource) => [...running].filter((one) => one.source === source).length;
  const runsOfFunction = (name: string) =>
    [...running].filter(({ source }) => source.functionName === name).length;

  const receive = (source: EventSource): readonly Message[] => {
    const queue = queueOf(source.queueArn);
    const at = clock.now();
    const { messages, given, dropped } = queue.receive(source.batchSize, at);
    for (const { body } of dropped) tell({ at, kind: "dropped", queue: queue.settings.name, body });
    const { dead } = queue.settings;
    for (const message of dead === null ? [] : given) {
      const letters = queueOf(dead?.arn ?? "");
      letters.take(message);
      const why = `received ${message.receives} times`;
      tell({ at, kind: "dead", queue: letters.settings.name, body: message.body, why });
    }
    return messages;
  };

  const carryOut = async (source: EventSource, messages: readonly Message[]): Promise<void> => {
    const { functionName, queueArn, reportsFailures } = source;
    const ran = await run(functionName, { event: sqsEvent(queueArn, messages) });
    if (isEnding) return;
    const again = comingAgain(ran, messages, reportsFailures);
    const queue = queueOf(queueArn);
    for (const { id } of messages) if (!again.includes(id)) queue.delete(id);
    const { output, milliseconds } = ran;
    tell({
      at: clock.now(),
      kind: "run",
      function: functionName,
      messages,
      outcome: outcomeOf(ran, again),
      again,
      milliseconds,
      told: toldByLog(output),
      output,
    });
  };

  const startOne = (source: EventSource): boolean => {
    const { functionName, mostAtOnce } = source;
    if (isEnding || running.size >= atOnce || runsOf(source) >= (mostAtOnce ?? Infinity)) return false;
    const messages = receive(source);
    if (messages.length === 0) return false;
    const { reserved } = functionOf(functionName);
    if (reserved !== null && runsOfFunction(functionName) >= reserved) {
      tell({ at: clock.now(), kind: "throttled", function: functionName, messages });
      return true;
    }
    const one: Running = {
      source,
      ended: carryOut(source, messages).finally(() => {
        running.delete(one);
      }),
    };
    running.add(one);
    return true;
  };

  const turn = (): boolean => {
    while (sources.some(startOne));
    clock.hold(running.size > 0);
    return running.size > 0;
  };

  return {
    turn,
    async drain(): Promise<void> {
      while (turn()) await Promise.race([...running].map(({ ended }) => ended));
    },
    nextMessage(): number | null {
      const times = sources.flatMap(({ queueArn }) =>
        queueOf(queueArn).messages.map(({ hiddenUntil }) => hiddenUntil),
      );
      return times.length === 0 ? null : Math.min(...times);
    },
    /** Waits for what runs, and tells no more of it. */
    async end(): Promise<void> {
      isEnding = true;
      await Promise.allSettled([...running].map(({ ended }) => ended));
    },
  };
}

/** Ids of the messages that are not done. */
function comingAgain(ran: Ran, messages: readonly Message[], reportsFailures: boolean): readonly string[] {
  if (ran.kind !== "answered") return messages.map(({ id }) => id);
  if (!reportsFailures) return [];
  const { batchItemFailures = [] } = (ran.value ?? {}) as {
    readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
  };
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

function outcomeOf(ran: Ran, again: readonly string[]): FunctionRan["outcome"] {
  if (ran.kind === "timed-out") return "timed-out";
  if (ran.kind !== "answered") return "failed";
  return again.length === 0 ? "done" : "again";
}
