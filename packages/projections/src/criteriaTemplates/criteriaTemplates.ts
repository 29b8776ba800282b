import { type AccountId, type CriteriaTemplateId, type CriterionRule, recordedRule, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

type CriteriaTemplate = { templateId: CriteriaTemplateId; text: string; rule: CriterionRule | null };

export type CriteriaTemplatesDocument = ReadModelDocument & {
  accountId: AccountId;
  /** In use, in the order in which new releases have them. */
  templates: CriteriaTemplate[];
  /** In the order in which they were archived. */
  archived: CriteriaTemplate[];
  revision: number;
};

type Recorded = { templateId: CriteriaTemplateId; text: string; rule?: object | null };

function templateOf({ templateId, text, rule }: Recorded): CriteriaTemplate {
  return { templateId, text, rule: recordedRule(rule) };
}

/** @returns the template with that id, and the others */
function parted(templates: readonly CriteriaTemplate[], id: string): [CriteriaTemplate[], CriteriaTemplate[]] {
  return [
    templates.filter(({ templateId }) => templateId === id),
    templates.filter(({ templateId }) => templateId !== id),
  ];
}

/** The criteria templates of an account: one document. */
export const criteriaTemplates: Projection<CriteriaTemplatesDocument> = {
  name: 'criteriaTemplates',
  version: 3,
  indexes: [],
  idsOf: (event) => {
    switch (event.type) {
      case 'CriteriaTemplateAdded':
      case 'CriteriaTemplateChanged':
      case 'CriteriaTemplateMoved':
      case 'CriteriaTemplateArchived':
      case 'CriteriaTemplateRestored':
        return [event.data.accountId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { templates = [], archived = [] } = document ?? {};
    const next = (change: Partial<Pick<CriteriaTemplatesDocument, 'templates' | 'archived'>>) => ({
      accountId: accountOf(event),
      templates,
      archived,
      ...change,
      revision: event.revision,
    });
    switch (event.type) {
      case 'CriteriaTemplateAdded':
        return next({ templates: [...templates, templateOf(event.data)] });
      case 'CriteriaTemplateChanged': {
        const changed = templateOf(event.data);
        return next({ templates: templates.map((one) => (one.templateId === changed.templateId ? changed : one)) });
      }
      case 'CriteriaTemplateMoved': {
        const [own, others] = parted(templates, event.data.templateId);
        return next({ templates: others.toSpliced(event.data.to, 0, ...own) });
      }
      case 'CriteriaTemplateArchived': {
        const [own, others] = parted(templates, event.data.templateId);
        return next({ templates: others, archived: [...archived, ...own] });
      }
      case 'CriteriaTemplateRestored': {
        const [own, others] = parted(archived, event.data.templateId);
        return next({ templates: [...templates, ...own], archived: others });
      }
      default:
        return document;
    }
  },
  topicsOf: ({ accountId }) => [{ accountId, topic: topics.criteriaTemplates, id: accountId }],
};
