import { type AccountId, type CriteriaTemplateId, type CriterionRule, recordedRule, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

type CriteriaTemplate = { templateId: CriteriaTemplateId; text: string; rule: CriterionRule | null };

export type CriteriaTemplatesDocument = ReadModelDocument & {
  accountId: AccountId;
  /** In use, in the order in which new releases have them. */
  templates: CriteriaTemplate[];
  revision: number;
};

type Recorded = { templateId: CriteriaTemplateId; text: string; rule?: object | null };

function templateOf({ templateId, text, rule }: Recorded): CriteriaTemplate {
  return { templateId, text, rule: recordedRule(rule) };
}

/** The criteria templates of an account: one document. */
export const criteriaTemplates: Projection<CriteriaTemplatesDocument> = {
  name: 'criteriaTemplates',
  version: 2,
  indexes: [],
  idsOf: (event) => {
    switch (event.type) {
      case 'CriteriaTemplateAdded':
      case 'CriteriaTemplateChanged':
      case 'CriteriaTemplateArchived':
        return [event.data.accountId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    const before = document?.templates ?? [];
    switch (event.type) {
      case 'CriteriaTemplateAdded': {
        return { accountId: accountOf(event), templates: [...before, templateOf(event.data)], revision };
      }
      case 'CriteriaTemplateChanged': {
        const changed = templateOf(event.data);
        const templates = before.map((one) => (one.templateId === changed.templateId ? changed : one));
        return { accountId: accountOf(event), templates, revision };
      }
      case 'CriteriaTemplateArchived': {
        const templates = before.filter(({ templateId }) => templateId !== event.data.templateId);
        return { accountId: accountOf(event), templates, revision };
      }
      default:
        return document;
    }
  },
  topicsOf: ({ accountId }) => [{ accountId, topic: topics.criteriaTemplates, id: accountId }],
};
