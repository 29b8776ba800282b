import type { ProjectId, Span } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findQuarantineFacts } from './findQuarantineFacts.ts';

export const quarantinePreviewReads = {
  quarantineFacts: ({ collections, accountId, runs }: AccountReader, projectId: ProjectId, span: Span) =>
    findQuarantineFacts(runs, collections, accountId, projectId, span),
};
