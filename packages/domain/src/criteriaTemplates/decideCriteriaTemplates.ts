import {
  type AccountId,
  type CriteriaTemplateId,
  type CriterionRule,
  canonicalJson,
  completeRule,
  limits,
  recordedRule,
} from '@assay/contract';
import type { CriteriaTemplatesEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** `rule`: what answers the criterion; null: people do. */
type Template = { text: string; rule: CriterionRule | null };

type Templates = ReadonlyMap<CriteriaTemplateId, Template>;

/** `inUse` are in the order in which new releases have them, `archived` in that of their archiving. */
export type CriteriaTemplatesState = { inUse: Templates; archived: Templates };

type Facts = { accountId: AccountId; templateId: CriteriaTemplateId };

export type CriteriaTemplatesCommand =
  | ({ type: 'addTemplate'; text: string; rule?: CriterionRule | null } & Facts)
  /** A rule or order that is left out stays as it is. The order counts from 1; beyond the end is the last place. */
  | ({ type: 'changeTemplate'; text: string; rule?: CriterionRule | null; order?: number } & Facts)
  | ({ type: 'archiveTemplate' } & Facts)
  | ({ type: 'restoreTemplate' } & Facts);

/** The criteria templates of an account. They have one order, and a release copies all in use: so one stream. */
export const criteriaTemplatesDecider: Decider<
  CriteriaTemplatesState,
  CriteriaTemplatesCommand,
  CriteriaTemplatesEvent
> = {
  category: 'criteriaTemplates',
  initialState: () => ({ inUse: new Map(), archived: new Map() }),
  decide: (command, { inUse, archived }) => {
    const { accountId, templateId } = command;
    const facts = { accountId, templateId };
    const known = inUse.get(templateId);
    const requireRoom = () => {
      if (inUse.size >= limits.criteriaTemplates) throw new DomainError('criteriaTemplate.limit');
    };
    if (command.type === 'addTemplate') {
      // A repeat with the same Idempotency-Key.
      if (known !== undefined) return [];
      requireRoom();
      const { text, rule = null } = command;
      return [{ type: 'CriteriaTemplateAdded', data: { ...facts, text, rule } }];
    }
    if (command.type === 'restoreTemplate') {
      if (known !== undefined) return [];
      if (!archived.has(templateId)) throw new DomainError('criteriaTemplate.notFound');
      requireRoom();
      return [{ type: 'CriteriaTemplateRestored', data: facts }];
    }
    if (known === undefined) throw new DomainError('criteriaTemplate.notFound');
    switch (command.type) {
      case 'changeTemplate': {
        const { text, rule = known.rule, order } = command;
        const isSame = text === known.text && isSameRule(rule, known.rule);
        const from = [...inUse.keys()].indexOf(templateId);
        const to = order === undefined ? from : Math.min(order, inUse.size) - 1;
        return [
          ...(isSame
            ? []
            : [{ type: 'CriteriaTemplateChanged' as const, data: { ...facts, from: known.text, text, rule } }]),
          ...(to === from ? [] : [{ type: 'CriteriaTemplateMoved' as const, data: { ...facts, from, to } }]),
        ];
      }
      case 'archiveTemplate':
        return [{ type: 'CriteriaTemplateArchived', data: facts }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    const { templateId } = event.data;
    const { inUse, archived } = state;
    switch (event.type) {
      case 'CriteriaTemplateAdded':
      case 'CriteriaTemplateChanged':
        return { ...state, inUse: new Map([...inUse, [templateId, templateOf(event.data)] as const]) };
      case 'CriteriaTemplateMoved': {
        const others = [...without(inUse, templateId)];
        const own = [...inUse].filter(([id]) => id === templateId);
        return { ...state, inUse: new Map(others.toSpliced(event.data.to, 0, ...own)) };
      }
      case 'CriteriaTemplateArchived':
        return { inUse: without(inUse, templateId), archived: taken(archived, inUse, templateId) };
      case 'CriteriaTemplateRestored':
        return { inUse: taken(inUse, archived, templateId), archived: without(archived, templateId) };
      default:
        return never(event);
    }
  },
};

function without(templates: Templates, id: CriteriaTemplateId): Templates {
  return new Map([...templates].filter(([other]) => other !== id));
}

/** @returns the templates with one of the others as their last */
function taken(templates: Templates, others: Templates, id: CriteriaTemplateId): Templates {
  return new Map([...templates, ...[...others].filter(([other]) => other === id)]);
}

function templateOf({ text, rule }: { text: string; rule?: object | null }): Template {
  return { text, rule: recordedRule(rule) };
}

function isSameRule(one: CriterionRule | null, other: CriterionRule | null): boolean {
  if (one === null || other === null) return one === other;
  return canonicalJson(completeRule(one)) === canonicalJson(completeRule(other));
}
