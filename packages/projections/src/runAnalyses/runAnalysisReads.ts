import type { ProblemId, ProjectId, TestRunId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { comparePastFingerprints } from './comparePastFingerprints.ts';
import { findFailedAttempts } from './findFailedAttempts.ts';
import { findRunAnalysis } from './findRunAnalysis.ts';

export const runAnalysisReads = {
  /** @param raterId whose thumbs are shown; null: no thumbs */
  runAnalysis: async (
    { collections, accountId, runCauses, projected }: AccountReader,
    testRunId: TestRunId,
    raterId: string | null,
  ) => findRunAnalysis(collections, runCauses, { accountId, testRunId, raterId }, await projected()),
  /** The fingerprints of the cause that a problem has in a run of the project; null: the account has no such run. */
  fingerprintsOfCause: async (
    { collections, accountId, runCauses }: AccountReader,
    testRunId: TestRunId,
    { projectId, problemId }: { projectId: ProjectId; problemId: ProblemId },
  ) => {
    const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId, projectId });
    if (!run) return null;
    const { causes } = await runCauses(collections, run);
    return causes.find(({ problemIds }) => problemIds.includes(problemId))?.problemIds ?? [problemId];
  },
  /** What would change if another version of the fingerprint decided. */
  pastFingerprints: (
    { collections, accountId }: AccountReader,
    wanted: Parameters<typeof comparePastFingerprints>[2],
  ) => comparePastFingerprints(collections, accountId, wanted),
  failedAttempts: ({ collections, accountId }: AccountReader, testRunId: TestRunId, ids: readonly string[]) =>
    findFailedAttempts(collections, accountId, testRunId, ids),
  /** What a model said about one of these fingerprints in the analysis of a run; null: nothing. */
  answerOfCause: async (
    { collections, accountId }: AccountReader,
    testRunId: TestRunId,
    problemIds: readonly ProblemId[],
  ) => {
    const found = await collections.runAnalyses.findOne({ _id: testRunId, accountId });
    const answer = found?.causes.find(({ problemId }) => problemIds.includes(problemId));
    return found?.model && answer ? { answer, model: found.model } : null;
  },
  /** What a model said about the same input before, in any run of the account; null: nothing. */
  knownRunAnswer: async ({ collections, accountId }: AccountReader, model: string, inputHash: string) => {
    const asked = { accountId, 'model.inputHash': inputHash, 'model.name': model };
    const found = await collections.runAnalyses.findOne(asked);
    return found?.summary && found.model ? { summary: found.summary, causes: found.causes, model: found.model } : null;
  },
};
