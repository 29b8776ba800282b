import { pollUntil } from '@assay/concurrency';
import type { GateAnswer } from '@assay/contract';
import { CommandFailure, type ExitCode, exitCodes } from './exitCodes.ts';
import { lookMs } from './runVerdict.ts';

const codeOfAnswer: Record<GateAnswer, ExitCode> = {
  met: exitCodes.passed,
  notMet: exitCodes.failed,
  pending: exitCodes.stillRunning,
  noEvidence: exitCodes.inconclusive,
};
export const titleOfAnswer: Record<GateAnswer, string> = {
  met: 'Open',
  notMet: 'Closed',
  pending: 'Closed for now',
  noEvidence: 'Closed, no evidence',
};

type Standing = { answer: GateAnswer; reason: string };
type Waiting<Gate> = {
  mayChange: (gate: Gate) => boolean;
  /** How long to wait; null: not at all. */
  minutes: number | null;
  say: (text: string) => void;
};

/**
 * @returns the gate once what it waits for has happened, or as it is when the time is over
 * @throws CommandFailure for an answer without a known verdict
 */
export async function settled<Gate extends Standing>(
  look: () => Promise<Gate>,
  { mayChange, minutes, say }: Waiting<Gate>,
): Promise<Gate> {
  const until = performance.now() + (minutes ?? 0) * 60_000;
  let told = '';
  const lookAndTell = async () => {
    const gate = known(await look());
    if (mayChange(gate) && performance.now() < until && gate.reason !== told) say(gate.reason);
    told = gate.reason;
    return gate;
  };
  return pollUntil(lookAndTell, (gate) => !mayChange(gate), { everyMs: lookMs, timeoutMs: until - performance.now() });
}

/** Rejects unknown verdicts: without an exit code of its own, such an answer would end the command as a pass. */
function known<Gate extends Standing>(gate: Gate | null): Gate {
  if (gate !== null && Object.hasOwn(codeOfAnswer, gate.answer)) return gate;
  const message =
    'The service gave an answer that this version of assay does not know. Update it, and check ASSAY_URL.';
  throw new CommandFailure(exitCodes.unreachable, message);
}

/** @throws CommandFailure where it was waited for an answer that did not come */
export function exitCodeOfAnswer(answer: GateAnswer, waitedMinutes: number | null): ExitCode {
  if (answer === 'pending' && waitedMinutes !== null) {
    throw new CommandFailure(exitCodes.stillRunning, `Not settled after ${waitedMinutes} minutes`);
  }
  return codeOfAnswer[answer];
}
