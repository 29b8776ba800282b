import type { Caller } from '../support/caller.ts';
import { wholeResultsOf } from '../support/runs.ts';

/** Asserts that every test of a run has one result per attempt, numbered from 1, and the status of the last one. */
export async function expectOneResultPerAttempt(caller: Caller, testRunId: string): Promise<void> {
  for (const { name, status, attempts, attemptsDetail } of await wholeResultsOf(caller, testRunId)) {
    const seen = attemptsDetail.map(({ attempt }) => attempt);
    expect({ name, seen }).toEqual({ name, seen: seen.map((_, at) => at + 1) });
    expect({ name, status, attempts }).toEqual({
      name,
      status: attemptsDetail.at(-1)?.status,
      attempts: attemptsDetail.length,
    });
    for (const attempt of attemptsDetail) {
      expect({ name, ...attempt }).toMatchObject({ status: expect.stringMatching(/^(PASS|FAIL|IGNORED)$/) });
    }
  }
}
