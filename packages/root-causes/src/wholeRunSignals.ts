import type { WholeRunSignal } from '@assay/contract';
import type { FailureGroup } from './failureGroup.ts';

/** What is known of a whole run, as plain data. */
export type WholeRun = {
  failedCount: number;
  passedCount: number;
  /** Runners whose agent stopped responding during the run. */
  lostRunners: number;
  /** Why the set-up of the run failed; null: it did not. */
  setupError: string | null;
  groups: readonly Pick<FailureGroup, 'tests' | 'unreachableHost'>[];
};

/** Fewer tests say little about a run. */
const fewestTests = 5;
const mostlyFailedShare = 0.8;
const errorCharacters = 300;

/**
 * Finds what concerns a run as a whole, and is checked before its tests: a lost agent, a failed set-up, a host that several
 * tests cannot reach, failures of nearly all tests.
 */
export function wholeRunSignals(run: WholeRun): WholeRunSignal[] {
  return [...lostAgents(run), ...failedSetup(run), ...unreachableHosts(run), ...mostlyFailed(run)];
}

function lostAgents({ lostRunners, failedCount }: WholeRun): WholeRunSignal[] {
  if (lostRunners === 0) return [];
  const runners = counted(lostRunners, 'runner');
  return [
    {
      signal: 'AGENT_LOST',
      title: `${runners} lost`,
      description: `${runners} stopped responding during the run. Check the agent's machine, then rerun the failed tests.`,
      failedCount,
    },
  ];
}

function failedSetup({ setupError, failedCount }: WholeRun): WholeRunSignal[] {
  if (setupError === null) return [];
  const said = (setupError.trim().split('\n')[0] ?? '').slice(0, errorCharacters);
  return [
    {
      signal: 'SETUP_FAILED',
      title: 'Setup failed',
      description: said === '' ? 'The setup of the run failed.' : `The setup of the run failed: ${said}`,
      failedCount,
    },
  ];
}

function unreachableHosts({ groups }: WholeRun): WholeRunSignal[] {
  const counts = new Map<string, number>();
  for (const { unreachableHost: host, tests } of groups) {
    if (host !== null) counts.set(host, (counts.get(host) ?? 0) + tests.length);
  }
  return [...counts]
    .filter(([, failedCount]) => failedCount > 1)
    .sort(([host, count], [otherHost, otherCount]) => otherCount - count || (host < otherHost ? -1 : 1))
    .map(([host, failedCount]) => ({
      signal: 'HOST_UNREACHABLE',
      title: `${host} is unreachable`,
      description: `${failedCount} tests could not connect to ${host}. Check that it is running and that the runner can reach it.`,
      failedCount,
    }));
}

function mostlyFailed({ failedCount, passedCount }: WholeRun): WholeRunSignal[] {
  const count = failedCount + passedCount;
  if (count < fewestTests || failedCount < mostlyFailedShare * count) return [];
  return [
    {
      signal: 'MOSTLY_FAILED',
      title: failedCount === count ? 'All tests failed' : 'Most tests failed',
      description: `${failedCount} of ${count} tests failed. Check the environment, the configuration and the build first.`,
      failedCount,
    },
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
