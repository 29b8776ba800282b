import type { MonthlyUsage, ProjectId, UsageCounts } from '@assay/contract';
import { countResults } from './countResults.ts';
import type { RunFacts } from './runFacts.ts';

function usageOf(runs: readonly RunFacts[]): UsageCounts {
  const { passed, failed, ignored, quarantined, testMs, retryMs } = countResults(runs);
  return {
    testRuns: runs.filter(({ status }) => status === 'PASS' || status === 'FAIL').length,
    totalTests: passed + failed + ignored + quarantined,
    totalTestingMs: testMs + retryMs,
  };
}

/** @returns what was run, in all and by the projects that ran something */
export function countUsage(runs: readonly RunFacts[]): UsageCounts & Pick<MonthlyUsage, 'projects'> {
  const ofProjects = new Map<ProjectId, RunFacts[]>();
  for (const run of runs) {
    const known = ofProjects.get(run.projectId);
    if (known) known.push(run);
    else ofProjects.set(run.projectId, [run]);
  }
  const projects = [...ofProjects]
    .map(([projectId, own]) => ({ projectId, ...usageOf(own) }))
    .filter(({ testRuns }) => testRuns > 0)
    .sort((a, b) => b.totalTestingMs - a.totalTestingMs);
  return { ...usageOf(runs), projects };
}
