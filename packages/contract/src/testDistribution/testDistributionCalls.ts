import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { TestDistributionRuleId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import {
  DistributedTestPage,
  DistributedTestsQuery,
  TestDistributionAnalysis,
  TestDistributionQuery,
  TestDistributionRequest,
  TestDistributionRuleRequest,
  TestDistributionRuleView,
} from './testDistributionViews.ts';

const ruleParams = Type.Object({ id: TestDistributionRuleId });
const params = { id: exampleIds.testDistributionRule };
const units = {
  orderToApply: 0,
  ruleType: 'FILE' as const,
  assignedTo: 'UNIT' as const,
  includePatterns: ['*.unit.spec.ts'],
};
const changes = [topics.testDistribution];

export const testDistributionCalls = {
  listTestDistributionRules: call({
    method: 'GET',
    path: '/test-distribution-analysis-rule',
    summary: 'The rules by which tests have a type, in the order in which they are applied',
    permission: 'testDistribution.read',
    answer: Type.Array(TestDistributionRuleView),
    topic: topics.testDistribution,
    example: {},
  }),
  addTestDistributionRule: call({
    method: 'POST',
    path: '/test-distribution-analysis-rule',
    summary: 'Add a rule; where its place is taken, the rules there make room',
    permission: 'testDistribution.write',
    body: TestDistributionRuleRequest,
    status: 201,
    answer: CommandAnswer,
    changes,
    example: { body: { ...units, orderToApply: 7, projectId: exampleIds.project } },
  }),
  getTestDistributionRule: call({
    method: 'GET',
    path: '/test-distribution-analysis-rule/:id',
    summary: 'One rule; the ETag is the revision of all rules',
    permission: 'testDistribution.read',
    params: ruleParams,
    answer: TestDistributionRuleView,
    topic: topics.testDistribution,
    example: { params },
  }),
  changeTestDistributionRule: call({
    method: 'PUT',
    path: '/test-distribution-analysis-rule/:id',
    summary: 'Change a rule or move it: the body replaces everything, and the rules at its new place make room',
    permission: 'testDistribution.write',
    params: ruleParams,
    body: TestDistributionRuleRequest,
    view: TestDistributionRuleView,
    answer: CommandAnswer,
    changes,
    example: { params, body: units },
  }),
  deleteTestDistributionRule: call({
    method: 'DELETE',
    path: '/test-distribution-analysis-rule/:id',
    summary: 'Delete a rule; its tests fall under the next one that fits, or under none',
    permission: 'testDistribution.write',
    params: ruleParams,
    answer: CommandAnswer,
    changes,
    example: { params },
  }),
  getTestDistribution: call({
    method: 'GET',
    path: '/test-distribution-analysis',
    summary: 'How many tests of each type were run in the last 91 days, and in the 91 days before',
    permission: 'testDistribution.read',
    query: TestDistributionQuery,
    answer: TestDistributionAnalysis,
    readsHistory: true,
    example: {},
  }),
  analyzeTestDistribution: call({
    method: 'POST',
    path: '/test-distribution-analysis',
    summary: 'The same for 91 days from a day on, and for some projects; nothing is stored',
    permission: 'testDistribution.read',
    body: TestDistributionRequest,
    answer: TestDistributionAnalysis,
    readsHistory: true,
    example: { body: { startTime: '2126-01-01T00:00:00.000Z' } },
  }),
  listDistributedTests: call({
    method: 'GET',
    path: '/test-distribution-analysis/tests',
    summary:
      'The tests that are counted, each with its type and the rule that gave it; NONE names those that no rule fits',
    permission: 'testDistribution.read',
    query: DistributedTestsQuery,
    answer: DistributedTestPage,
    readsHistory: true,
    example: { query: { assignedTo: 'NONE' } },
  }),
};
