import { pollUntil } from '@assay/concurrency';
import { type TestRunView, testRunCalls } from '@assay/contract';
import { CommandFailure, type ExitCode, exitCodes } from './exitCodes.ts';
import { jsonLine, printable } from './printable.ts';
import { exitCodeOf, failuresOf, jsonOf, linkOf, outcomeText } from './runOutcome.ts';
import type { ServiceClient } from './serviceClient.ts';

export const lookMs = 2_000;
export const defaultMinutes = 180;

type Started = {
  id: string;
  /** The answer must show at least the command of this position. */
  minPosition?: string;
};
type Telling = {
  /** How long to wait for the verdict, in minutes. */
  minutes: number;
  json: boolean;
};

/** Prints text for people: nothing where JSON was asked for. */
export function speaker(json: boolean): (text: string) => void {
  return (text) => {
    if (!json) process.stdout.write(`${printable(text)}\n`);
  };
}

export function runOf({ call }: ServiceClient, { id, minPosition }: Started): Promise<TestRunView> {
  return call(testRunCalls.getTestRun, { params: { id } }, { minPosition });
}

/**
 * Follows a run to its verdict, which is printed with its counts and failures.
 * @throws CommandFailure when it has none after `minutes`
 */
export async function tellVerdict(
  client: ServiceClient,
  started: Started,
  { minutes, json }: Telling,
): Promise<ExitCode> {
  const say = speaker(json);
  const run = await lastLookAt(client, started, minutes, say);
  const link = await linkOf(client, run.id);
  const exitCode = exitCodeOf(run);
  if (json) process.stdout.write(jsonLine(await jsonOf(client, run, link)));
  if (exitCode === null) {
    throw new CommandFailure(exitCodes.stillRunning, `Not finished after ${minutes} minutes; the run goes on: ${link}`);
  }
  say(outcomeText(run));
  if (run.statusInfo) say(run.statusInfo);
  if (!json) for (const line of await failuresOf(client, run)) say(line);
  return exitCode;
}

/** @returns the run once it is finished, or as it is when the time is over. */
export async function lastLookAt(
  client: ServiceClient,
  started: Started,
  minutes: number,
  say: (text: string) => void,
): Promise<TestRunView> {
  let told = '';
  const look = async () => {
    const run = await runOf(client, started);
    const done = run.totalCount - run.remainingTests;
    const now = run.totalCount > 0 ? `${run.statusDisplay}, ${done} of ${run.totalCount} tests` : run.statusDisplay;
    if (exitCodeOf(run) === null && now !== told) say(now);
    told = now;
    return run;
  };
  return pollUntil(look, (run) => exitCodeOf(run) !== null, { everyMs: lookMs, timeoutMs: minutes * 60_000 });
}
