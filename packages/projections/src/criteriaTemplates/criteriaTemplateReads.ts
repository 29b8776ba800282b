import type { CriteriaTemplateView } from '@assay/contract';
import type { AccountReader } from '../readers.ts';

/** @returns the templates in use in their order, or the archived ones, the latest first. The revision is of all together. */
async function findCriteriaTemplates(
  { collections, accountId }: AccountReader,
  { archived: wantsArchived = false }: { archived?: boolean | undefined } = {},
): Promise<CriteriaTemplateView[]> {
  const found = await collections.criteriaTemplates.findOne({ _id: accountId, accountId });
  if (!found) return [];
  const { templates, archived, revision, position } = found;
  const wanted = wantsArchived ? archived.toReversed() : templates;
  return wanted.map(({ templateId: id, text, rule }) => ({ id, text, rule, revision: String(revision), position }));
}

export const criteriaTemplateReads = { criteriaTemplates: findCriteriaTemplates };
