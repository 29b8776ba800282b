import type { MonthlyUsage, ProjectId, UsageCounts } from '@assay/contract';
import { hasVerdict } from './countResults.ts';
import { eachRun } from './foldRuns.ts';
import type { RunColumns } from './runColumns.ts';
import type { RunsQuery } from './runsQuery.ts';

const nothing: UsageCounts = { testRuns: 0, totalTests: 0, failedTests: 0, totalTestingTime: 0 };

function together(one: UsageCounts, other: UsageCounts): UsageCounts {
  return {
    testRuns: one.testRuns + other.testRuns,
    totalTests: one.totalTests + other.totalTests,
    failedTests: one.failedTests + other.failedTests,
    totalTestingTime: one.totalTestingTime + other.totalTestingTime,
  };
}

/** @returns what was run, in all and by the projects that ran something */
export function countUsage(
  hours: readonly RunColumns[],
  query: RunsQuery,
): UsageCounts & Pick<MonthlyUsage, 'projects'> {
  const ofProjects = new Map<ProjectId, UsageCounts>();
  eachRun(hours, query, (columns, run, { projectId }) => {
    if (!hasVerdict(columns, run)) return;
    const { passed, failed, ignored, quarantined, testMs, retryMs } = columns;
    const usage = ofProjects.get(projectId) ?? { ...nothing };
    usage.testRuns += 1;
    usage.totalTests += (passed[run] ?? 0) + (failed[run] ?? 0) + (ignored[run] ?? 0) + (quarantined[run] ?? 0);
    usage.failedTests += failed[run] ?? 0;
    usage.totalTestingTime += (testMs[run] ?? 0) + (retryMs[run] ?? 0);
    ofProjects.set(projectId, usage);
  });
  const projects = [...ofProjects]
    .map(([projectId, usage]) => ({ projectId, ...usage }))
    .sort((a, b) => b.totalTestingTime - a.totalTestingTime);
  return { ...[...ofProjects.values()].reduce(together, nothing), projects };
}
