import { type AccountId, type CriteriaTemplateId, limits } from '@assay/contract';
import type { CriteriaTemplatesEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** The texts of the templates in use, in the order in which new releases have them. */
export type CriteriaTemplatesState = ReadonlyMap<CriteriaTemplateId, string>;

type Facts = { accountId: AccountId; templateId: CriteriaTemplateId };

export type CriteriaTemplatesCommand =
  | ({ type: 'addTemplate'; text: string } & Facts)
  | ({ type: 'changeTemplate'; text: string } & Facts)
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
      return [{ type: 'CriteriaTemplateAdded', data: { ...facts, text: command.text } }];
    }
    if (known === undefined) throw new DomainError('criteriaTemplate.notFound');
    switch (command.type) {
      case 'changeTemplate':
        if (command.text === known) return [];
        return [{ type: 'CriteriaTemplateChanged', data: { ...facts, from: known, text: command.text } }];
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
        return new Map([...state, [event.data.templateId, event.data.text] as const]);
      case 'CriteriaTemplateArchived':
        return new Map([...state].filter(([id]) => id !== event.data.templateId));
      default:
        return never(event);
    }
  },
};
