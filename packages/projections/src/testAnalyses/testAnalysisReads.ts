import type { TestRunId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findTestAnalysis } from './findTestAnalysis.ts';

export const testAnalysisReads = {
  /**
   * @param testKey which test of the run, and which of its copies
   * @param raterId whose thumbs are shown; null: no thumbs
   */
  testAnalysis: async (
    { collections, accountId, runCauses, projected }: AccountReader,
    testRunId: TestRunId,
    testKey: string,
    raterId: string | null,
  ) => findTestAnalysis(collections, runCauses, { accountId, testRunId, testKey, raterId }, await projected()),
  /** What a model said about the same input before, in any run of the account; null: nothing. */
  knownTestAnswer: async ({ collections, accountId }: AccountReader, model: string, inputHash: string) => {
    const asked = { accountId, 'model.inputHash': inputHash, 'model.name': model, isFromCause: false };
    const found = await collections.testAnalyses.findOne(asked);
    return found?.text && found.model ? { text: found.text, answer: found.answer, model: found.model } : null;
  },
};
