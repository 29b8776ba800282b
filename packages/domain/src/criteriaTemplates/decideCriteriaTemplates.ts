import { type AccountId, type CriteriaTemplateId, type CriterionRule, limits, recordedRule } from '@assay/contract';
import type { CriteriaTemplatesEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** `rule`: what answers the criterion; null: people do. */
type Template = { text: string; rule: CriterionRule | null };

/** The templates in use, in the order in which new releases have them. */
export type CriteriaTemplatesState = ReadonlyMap<CriteriaTemplateId, Template>;

type Facts = { accountId: AccountId; templateId: CriteriaTemplateId };

export type CriteriaTemplatesCommand =
  | ({ type: 'addTemplate'; text: string; rule?: CriterionRule | null } & Facts)
  /** A rule that is left out stays as it is. */
  | ({ type: 'changeTemplate'; text: string; rule?: CriterionRule | null } & Facts)
  | ({ type: 'archiveTemplate' } & Facts);

/** The criteria templates of an account. They have one order, and a release copies all of them: so one stream. */
export const criteriaTemplatesDecider: Decider<
  CriteriaTemplatesState,
  CriteriaTemplatesCommand,
  CriteriaTemplatesEvent
> = {
  category: 'criteriaTemplates',
  initialState: () => new Map(),
  decide: (command, state) => {
    const { accountId, templateId } = command;
    const facts = { accountId, templateId };
    const known = state.get(templateId);
    if (command.type === 'addTemplate') {
      // A repeat with the same Idempotency-Key.
      if (known !== undefined) return [];
      if (state.size >= limits.criteriaTemplates) throw new DomainError('criteriaTemplate.limit');
      const { text, rule = null } = command;
      return [{ type: 'CriteriaTemplateAdded', data: { ...facts, text, rule } }];
    }
    if (known === undefined) throw new DomainError('criteriaTemplate.notFound');
    switch (command.type) {
      case 'changeTemplate': {
        const { text, rule = known.rule } = command;
        if (text === known.text && isSameRule(rule, known.rule)) return [];
        return [{ type: 'CriteriaTemplateChanged', data: { ...facts, from: known.text, text, rule } }];
      }
      case 'archiveTemplate':
        return [{ type: 'CriteriaTemplateArchived', data: facts }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'CriteriaTemplateAdded':
      case 'CriteriaTemplateChanged':
        return new Map([...state, [event.data.templateId, templateOf(event.data)] as const]);
      case 'CriteriaTemplateArchived':
        return new Map([...state].filter(([id]) => id !== event.data.templateId));
      default:
        return never(event);
    }
  },
};

function templateOf({ text, rule }: { text: string; rule?: object | null }): Template {
  return { text, rule: recordedRule(rule) };
}

function isSameRule(one: CriterionRule | null, other: CriterionRule | null): boolean {
  if (one === null || other === null) return one === other;
  const { kind, testSuiteId, testPlanId = null, environmentId, maxAgeHours } = one;
  return (
    kind === other.kind &&
    testSuiteId === other.testSuiteId &&
    testPlanId === (other.testPlanId ?? null) &&
    environmentId === other.environmentId &&
    maxAgeHours === other.maxAgeHours
  );
}
