import type { Tracer } from "@aws-lambda-powertools/tracer";

/** Runs work as a part of the function's trace that bears its name; without a trace it only runs. */
export async function traced<T>(tracer: Tracer, name: string, work: () => Promise<T>): Promise<T> {
  const whole = tracer.getSegment();
  const part = whole?.addNewSubsegment(`## ${name}`);
  if (whole === undefined || part === undefined) return await work();
  tracer.setSegment(part);
  tracer.annotateColdStart();
  tracer.addServiceNameAnnotation();
  try {
    return await work();
  } catch (error) {
    tracer.addErrorAsMetadata(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    part.close();
    tracer.setSegment(whole);
  }
}
