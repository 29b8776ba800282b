import type { CriteriaTemplateView } from '@assay/contract';
import type { AccountReader } from '../readers.ts';

export const criteriaTemplateReads = {
  /** The templates in use. The revision is that of all of them together. */
  criteriaTemplates: async ({ collections, accountId }: AccountReader): Promise<CriteriaTemplateView[]> => {
    const found = await collections.criteriaTemplates.findOne({ _id: accountId, accountId });
    if (!found) return [];
    const { templates, revision, position } = found;
    return templates.map(({ templateId: id, text, rule }) => ({
      id,
      text,
      rule,
      revision: String(revision),
      position,
    }));
  },
};
