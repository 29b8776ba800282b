import type { AccountId, TestDistributionRuleId, TestDistributionRuleSettings } from '@assay/contract';
import type { TestDistributionEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { testDistributionDecider } from './decideTestDistribution.ts';

const accountId = 'acme' as AccountId;
const ids = (id: string) => ({ accountId, ruleId: id as TestDistributionRuleId });
const settings: TestDistributionRuleSettings = {
  ruleType: 'FILE',
  assignedTo: 'UNIT',
  projectId: null,
  testSuiteId: null,
  includePatterns: ['*.unit.spec.ts'],
};
const added = (id: string, orderToApply: number): TestDistributionEvent => ({
  type: 'TestDistributionRuleAdded',
  data: { ...ids(id), orderToApply, ...settings },
});
const moved = (id: string, from: number, to: number): TestDistributionEvent => ({
  type: 'TestDistributionRuleMoved',
  data: { ...ids(id), from, to },
});
const add = (id: string, orderToApply: number) => ({ type: 'addRule' as const, ...ids(id), orderToApply, settings });
const change = (id: string, orderToApply: number, changed: Partial<TestDistributionRuleSettings> = {}) => {
  return { type: 'changeRule' as const, ...ids(id), orderToApply, settings: { ...settings, ...changed } };
};
const rules = (...events: TestDistributionEvent[]) => given(testDistributionDecider, ...events);
const three = [added('a', 0), added('b', 1), added('c', 5)];

describe('the rules of test distribution', () => {
  it('are added at a free place, and once', () => {
    rules(...three)
      .when(add('d', 3))
      .gives(added('d', 3));
    rules(...three)
      .when(add('a', 9))
      .gives();
  });

  it('make room for a new one: those in its way move on, and no further than they have to', () => {
    rules(...three)
      .when(add('d', 0))
      .gives(moved('a', 0, 1), moved('b', 1, 2), added('d', 0));
    rules(added('a', 29), added('b', 30))
      .when(add('c', 30))
      .gives(moved('a', 29, 28), moved('b', 30, 29), added('c', 30));
  });

  it('close the gap that one leaves when it takes the place of another', () => {
    const four = [added('a', 0), added('b', 1), added('c', 2), added('d', 3)];
    rules(...four)
      .when(change('a', 2))
      .gives(moved('b', 1, 0), moved('c', 2, 1), moved('a', 0, 2));
    rules(...four)
      .when(change('d', 1))
      .gives(moved('b', 1, 2), moved('c', 2, 3), moved('d', 3, 1));
  });

  it('can be put in another order even if every place is taken', () => {
    const all = Array.from({ length: 31 }, (_, place) => added(`r${place}`, place));
    rules(...all)
      .when(change('r30', 29))
      .gives(moved('r29', 29, 30), moved('r30', 30, 29));
    rules(...all)
      .when(add('more', 4))
      .refuses('testDistribution.tooManyRules');
  });

  it('tell what changed of them, and nothing if nothing did', () => {
    const setting = { setting: 'assignedTo', from: 'UNIT', to: 'END_TO_END' };
    rules(...three)
      .when(change('b', 1, { assignedTo: 'END_TO_END' }))
      .gives({ type: 'TestDistributionRuleSettingChanged', data: { ...ids('b'), ...setting } });
    rules(...three)
      .when(change('b', 1))
      .gives();
  });

  it('are gone once deleted', () => {
    const deleted: TestDistributionEvent = { type: 'TestDistributionRuleDeleted', data: ids('b') };
    const remove = { type: 'deleteRule' as const, ...ids('b') };
    rules(...three)
      .when(remove)
      .gives(deleted);
    rules(...three, deleted)
      .when(remove)
      .refuses('testDistribution.ruleNotFound');
    rules(...three, deleted)
      .when(change('b', 1))
      .refuses('testDistribution.ruleNotFound');
  });
});
