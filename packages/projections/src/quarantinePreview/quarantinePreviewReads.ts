import type { ProjectId, Span } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findQuarantineFacts } from './findQuarantineFacts.ts';

export const quarantinePreviewReads = {
  quarantineFacts: ({ collections, accountId }: AccountReader, projectId: ProjectId, span: Span) =>
    findQuarantineFacts(collections, accountId, projectId, span),
};
