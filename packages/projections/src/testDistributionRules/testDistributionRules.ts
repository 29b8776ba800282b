import {
  type AccountId,
  type TestDistributionRuleId,
  type TestDistributionRuleSettings,
  topics,
} from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type TestDistributionRuleDocument = TestDistributionRuleSettings & {
  ruleId: TestDistributionRuleId;
  orderToApply: number;
  createdAt: string;
};

/** The rules of an account. */
export type TestDistributionRulesDocument = ReadModelDocument & {
  accountId: AccountId;
  /** In the order in which they are applied. */
  rules: TestDistributionRuleDocument[];
  revision: number;
};

export const testDistributionRules: Projection<TestDistributionRulesDocument> = {
  name: 'testDistributionRules',
  version: 1,
  indexes: [],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestDistributionRuleAdded':
      case 'TestDistributionRuleMoved':
      case 'TestDistributionRuleSettingChanged':
      case 'TestDistributionRuleDeleted':
        return [event.data.accountId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    const before = document?.rules ?? [];
    const withRules = (rules: TestDistributionRuleDocument[]) => ({
      accountId: accountOf(event),
      rules: rules.sort((a, b) => a.orderToApply - b.orderToApply),
      revision,
    });
    const changed = (ruleId: string, change: Partial<TestDistributionRuleDocument>) =>
      withRules(before.map((rule) => (rule.ruleId === ruleId ? { ...rule, ...change } : rule)));
    switch (event.type) {
      case 'TestDistributionRuleAdded': {
        const { accountId: _, ...facts } = event.data;
        const createdAt = event.envelope.occurredAt;
        return withRules([...before, { ...(facts as Omit<TestDistributionRuleDocument, 'createdAt'>), createdAt }]);
      }
      case 'TestDistributionRuleMoved':
        return changed(event.data.ruleId, { orderToApply: event.data.to });
      case 'TestDistributionRuleSettingChanged':
        return changed(event.data.ruleId, { [event.data.setting]: event.data.to });
      case 'TestDistributionRuleDeleted':
        return withRules(before.filter(({ ruleId }) => ruleId !== event.data.ruleId));
      default:
        return document;
    }
  },
  topicsOf: ({ accountId }) => [{ accountId, topic: topics.testDistribution, id: accountId }],
};
