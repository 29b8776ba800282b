import {
  type AccountId,
  limits,
  type TestDistributionRuleId,
  type TestDistributionRuleSettings,
} from '@assay/contract';
import type { TestDistributionEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import { makeRoom, type Places } from './makeRoom.ts';

type Rule = { orderToApply: number; settings: TestDistributionRuleSettings };

export type TestDistributionState = ReadonlyMap<TestDistributionRuleId, Rule>;

type RuleFacts = { accountId: AccountId; ruleId: TestDistributionRuleId };

export type TestDistributionCommand =
  | ({ type: 'addRule'; orderToApply: number; settings: TestDistributionRuleSettings } & RuleFacts)
  | ({ type: 'changeRule'; orderToApply: number; settings: TestDistributionRuleSettings } & RuleFacts)
  | ({ type: 'deleteRule' } & RuleFacts);

const { min, max } = limits.distributionRuleOrder;
const maxRules = max - min + 1;

function placesOf(state: TestDistributionState, without: TestDistributionRuleId): Places {
  return new Map([...state].filter(([id]) => id !== without).map(([id, { orderToApply }]) => [id, orderToApply]));
}

/** The other rules make room before a rule is put at its place. */
function roomEvents(state: TestDistributionState, { accountId, ruleId }: RuleFacts, place: number) {
  const before = placesOf(state, ruleId);
  const own = state.get(ruleId)?.orderToApply ?? null;
  return [...makeRoom(before, place, own)].flatMap(([id, to]): TestDistributionEvent[] => {
    const from = before.get(id) ?? to;
    return from === to ? [] : [{ type: 'TestDistributionRuleMoved', data: { accountId, ruleId: id, from, to } }];
  });
}

function settingEvents(
  { accountId, ruleId }: RuleFacts,
  before: TestDistributionRuleSettings,
  wanted: TestDistributionRuleSettings,
): TestDistributionEvent[] {
  const settings = Object.keys(wanted) as (keyof TestDistributionRuleSettings)[];
  return settings
    .filter((setting) => JSON.stringify(wanted[setting]) !== JSON.stringify(before[setting]))
    .map((setting) => ({
      type: 'TestDistributionRuleSettingChanged',
      data: { accountId, ruleId, setting, from: before[setting], to: wanted[setting] },
    }));
}

/** The rules of an account by which tests have a type. They have one order, and so one stream. */
export const testDistributionDecider: Decider<TestDistributionState, TestDistributionCommand, TestDistributionEvent> = {
  category: 'testDistribution',
  initialState: () => new Map(),
  decide: (command, state) => {
    const { type, accountId, ruleId } = command;
    const known = state.get(ruleId);
    if (type === 'addRule') {
      // The same command came again.
      if (known) return [];
      if (state.size >= maxRules) throw new DomainError('testDistribution.tooManyRules');
      const { orderToApply, settings } = command;
      const facts = { accountId, ruleId, orderToApply, ...settings };
      return [...roomEvents(state, command, orderToApply), { type: 'TestDistributionRuleAdded', data: facts }];
    }
    if (!known) throw new DomainError('testDistribution.ruleNotFound');
    switch (type) {
      case 'changeRule': {
        const { orderToApply: to, settings } = command;
        const from = known.orderToApply;
        const moved: TestDistributionEvent[] =
          from === to
            ? []
            : [
                ...roomEvents(state, command, to),
                { type: 'TestDistributionRuleMoved', data: { accountId, ruleId, from, to } },
              ];
        return [...moved, ...settingEvents(command, known.settings, settings)];
      }
      case 'deleteRule':
        return [{ type: 'TestDistributionRuleDeleted', data: { accountId, ruleId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    const { ruleId } = event.data;
    const next = new Map(state);
    if (event.type === 'TestDistributionRuleAdded') {
      const { accountId: _account, ruleId: _rule, orderToApply, ...settings } = event.data;
      return next.set(ruleId, { orderToApply, settings: settings as TestDistributionRuleSettings });
    }
    const known = state.get(ruleId);
    if (!known) return state;
    switch (event.type) {
      case 'TestDistributionRuleMoved':
        return next.set(ruleId, { ...known, orderToApply: event.data.to });
      case 'TestDistributionRuleSettingChanged': {
        const { setting, to } = event.data;
        return next.set(ruleId, { ...known, settings: { ...known.settings, [setting]: to } });
      }
      case 'TestDistributionRuleDeleted':
        next.delete(ruleId);
        return next;
      default:
        return never(event);
    }
  },
};
