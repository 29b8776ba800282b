import type { FlakyRules, ProjectId, Span } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findFlakyRulesFacts } from './findFlakyRulesFacts.ts';

export const flakyRulesPreviewReads = {
  /** @param signal ends the search; the answer is then its reason, thrown */
  flakyRulesFacts: (
    { collections, accountId, runs }: AccountReader,
    projectId: ProjectId,
    span: Span,
    changes: Partial<FlakyRules>,
    signal: AbortSignal,
  ) => findFlakyRulesFacts(runs, collections, { accountId, projectId, span, changes, signal }),
};
