import { totalmem } from "node:os";

/** Bytes that this process and what it starts may use: the machine's, or what a container leaves of it. */
function totalMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** A limit in bytes, and never more than three quarters of the memory that there is. */
export function memoryBound(bytes: number): number {
  return Math.min(bytes, Math.floor(totalMemory() * 0.75));
}

/** Whether less than a twentieth of the memory is left: what is not counted to a process, as files in memory, has it. */
export function isMemoryLow(): boolean {
  return process.availableMemory() < totalMemory() / 20;
}
