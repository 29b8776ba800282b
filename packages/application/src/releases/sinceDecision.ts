import { type ReleaseEvidence, type ReleaseEvidenceView, verdictOfRun } from '@assay/contract';
import type { AccountReads } from '@assay/projections';

/** The most that one answer lists. */
const mostRuns = 20;

/** @returns runs of what a decided release ships that ended after the decision, the newest first */
export async function runsSince(
  models: AccountReads,
  { ships, decided }: Pick<ReleaseEvidence, 'ships' | 'decided'>,
): Promise<ReleaseEvidenceView['runsSince']> {
  const decidedAt = Date.parse(decided.at);
  const found = await Promise.all(
    ships.map(async ({ projectId, commit }) => {
      const asked = { projectId, commit, environmentIds: undefined, testSuiteIds: [] };
      return (await models.runsOfCommit(asked)).runs.map((run) => ({ run, commit }));
    }),
  );
  return found
    .flat()
    .flatMap(({ run, commit }) => {
      const { id, number, projectId, testSuiteName, environmentName, endTime } = run;
      if (endTime === null || Date.parse(endTime) <= decidedAt) return [];
      const of = testSuiteName ?? 'Tests';
      return [{ testRunId: id, number, projectId, of, environmentName, commit, verdict: verdictOfRun(run), endTime }];
    })
    .sort((a, b) => Date.parse(b.endTime) - Date.parse(a.endTime))
    .slice(0, mostRuns);
}
