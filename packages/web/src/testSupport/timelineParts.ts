import type { TestResultRow, TestRunnerId, TestRunnerView } from '@assay/contract';
import { resultRow } from './views.ts';

/** When the run begins, milliseconds since 1970. */
export const start = Date.parse('2026-11-01T10:00:00.000Z');

/** @param seconds since the start of the run @returns ISO 8601 */
export const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

export const runnerIdAt = (place: number) => `r1-agent-${place}` as TestRunnerId;

/** A runner that was there for 100 seconds. */
export function runner(place: number, change: Partial<TestRunnerView> = {}): TestRunnerView {
  return {
    id: runnerIdAt(place),
    uuid: runnerIdAt(place),
    status: 'Exited',
    testsRun: 1,
    testRunnerAgentId: 'agent' as TestRunnerView['testRunnerAgentId'],
    agentName: 'agent',
    currentTest: null,
    currentTestStartTime: null,
    createdAt: at(0),
    exitedAt: at(100),
    exitReason: 'runEnded',
    replacedById: null,
    ...change,
  };
}

/** A test that ran there, from so many seconds after the start. */
export function ran(name: string, place: number, from: number, seconds: number, change: Partial<TestResultRow> = {}) {
  return resultRow(name, { testRunnerId: runnerIdAt(place), startTime: at(from), duration: seconds * 1000, ...change });
}
