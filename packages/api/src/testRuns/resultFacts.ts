import { agentProtocol, type ResultStatus } from '@assay/contract';
import { ownFrames, type StackFrame } from '@assay/root-causes';

/** @returns the head of an error for an event, never cut inside a surrogate pair. */
export function headOfError(error: string): string {
  const length = agentProtocol.errorHead;
  if (error.length <= length) return error;
  const last = error.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return error.slice(0, splitsPair ? length - 1 : length);
}

/** @returns for an event the own frames of a failed attempt; left out where its texts name none */
export function framesOfAttempt({
  status,
  error,
  stackTrace,
}: {
  status: ResultStatus;
  error?: string | null;
  stackTrace?: string | null;
}): { frames?: StackFrame[] } {
  const frames = status !== 'PASS' ? ownFrames({ error: error ?? null, stack: stackTrace ?? null }) : [];
  return frames.length === 0 ? {} : { frames };
}
