import {
  distributedTests,
  errorsOfDistributionRule,
  InvalidFields,
  type Quarters,
  quartersFrom,
  quartersUntil,
} from '@assay/application';
import {
  type DistributedTest,
  limits,
  messages,
  type ProjectId,
  type TestDistributionRuleId,
  type TestDistributionRuleRequest,
  type TestDistributionRuleSettings,
  testDistributionCalls,
  unmatched,
} from '@assay/contract';
import { DomainError, testDistributionDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { momentOf } from '../http/momentOf.ts';
import { partsOf } from '../http/partsOf.ts';
import { type Route, route } from '../http/route.ts';

const dayMs = 86_400_000;

/**
 * @param asked.startTime the day that the quarter begins with, ISO 8601; undefined: the quarter that ends on the day meant
 * @param asked.at the moment that is meant, ISO 8601; undefined: now. Days after it have nothing.
 * @throws InvalidFields for a moment in the future or more than 200 days ago
 */
function quartersOf({ startTime, at }: { startTime?: string; at?: string }, now: Date): Quarters {
  const moment = momentOf(at, now.getTime()) ?? now.getTime();
  if (now.getTime() - moment >= (limits.distributionAsOfDays + 1) * dayMs) {
    throw new InvalidFields({ field: 'at', message: messages.distributionAsOf });
  }
  if (startTime === undefined) return quartersUntil(new Date(moment));
  const start = Date.parse(startTime);
  const quarters = quartersFrom(start);
  if (at === undefined) return quarters;
  const lastDay = Math.floor(moment / dayMs);
  const cut = ({ from, to }: Quarters['now']) => ({ from, to: Math.min(to, lastDay) });
  return { now: cut(quarters.now), before: cut(quarters.before) };
}

/** @returns the projects of a comma list; undefined: all of them */
function projectsOf(list: string | undefined): ProjectId[] | undefined {
  return partsOf(list)?.map((id) => id as ProjectId);
}

/** @returns what a rule is by a request, in which fields may be left out */
function settingsOfRule(request: TestDistributionRuleRequest): TestDistributionRuleSettings {
  const { ruleType, assignedTo, projectId = null, testSuiteId = null, includePatterns = [] } = request;
  return { ruleType, assignedTo, projectId, testSuiteId, includePatterns };
}

const listTestDistributionRules = route(testDistributionCalls.listTestDistributionRules, ({ caller }) =>
  caller.models.testDistributionRules(),
);

const addTestDistributionRule = route(
  testDistributionCalls.addTestDistributionRule,
  async ({ api, body, caller: { accountId }, context, newId }) => {
    const errors = await errorsOfDistributionRule(api, accountId, body);
    if (errors.length > 0) throw new InvalidFields(...errors);
    const ruleId = newId<TestDistributionRuleId>();
    const { orderToApply } = body;
    const command = { type: 'addRule' as const, accountId, ruleId, orderToApply, settings: settingsOfRule(body) };
    const result = await api.eventLog.handle(testDistributionDecider, accountId, command, context);
    return commandAnswer(api.eventLog, { ...result, id: ruleId });
  },
  { rest: ({ api, caller, body }) => errorsOfDistributionRule(api, caller.accountId, body) },
);

const getTestDistributionRule = route(testDistributionCalls.getTestDistributionRule, async ({ caller, params }) => {
  const rules = await caller.models.testDistributionRules();
  const rule = rules.find(({ id }) => id === params.id);
  if (!rule) throw new DomainError('testDistribution.ruleNotFound');
  return rule;
});

const changeTestDistributionRule = route(
  testDistributionCalls.changeTestDistributionRule,
  async ({ api, params: { id: ruleId }, body, caller: { accountId }, context, expectedRevision }) => {
    const { state } = await api.eventLog.load(testDistributionDecider, accountId);
    const known = state.get(ruleId);
    if (!known) throw new DomainError('testDistribution.ruleNotFound');
    const errors = await errorsOfDistributionRule(api, accountId, body, known.settings);
    if (errors.length > 0) throw new InvalidFields(...errors);
    const { orderToApply } = body;
    const command = { type: 'changeRule' as const, accountId, ruleId, orderToApply, settings: settingsOfRule(body) };
    const seen = { ...context, expectedRevision };
    const result = await api.eventLog.handle(testDistributionDecider, accountId, command, seen);
    return commandAnswer(api.eventLog, { ...result, id: ruleId });
  },
  { rest: ({ api, caller, body }) => errorsOfDistributionRule(api, caller.accountId, body) },
);

const deleteTestDistributionRule = route(
  testDistributionCalls.deleteTestDistributionRule,
  async ({ api, params: { id: ruleId }, caller: { accountId }, context, expectedRevision }) => {
    const command = { type: 'deleteRule' as const, accountId, ruleId };
    const seen = { ...context, expectedRevision };
    const result = await api.eventLog.handle(testDistributionDecider, accountId, command, seen);
    return commandAnswer(api.eventLog, { ...result, id: ruleId });
  },
);

const getTestDistribution = route(testDistributionCalls.getTestDistribution, ({ api, caller, query }) =>
  api.distributions(api, caller.accountId, quartersOf(query, new Date()), undefined),
);

const analyzeTestDistribution = route(
  testDistributionCalls.analyzeTestDistribution,
  async ({ api, caller, body: { projectId, ...asked } }) =>
    api.distributions(api, caller.accountId, quartersOf(asked, new Date()), projectsOf(projectId)),
);

const listDistributedTests = route(
  testDistributionCalls.listDistributedTests,
  async ({ api, caller: { accountId, models }, query }) => {
    const { assignedTo, ruleId, offset = 0, limit = limits.pageOfDistributedTests } = query;
    const quarters = quartersOf(query, new Date());
    const rules = await models.testDistributionRules();
    const tests: DistributedTest[] = [];
    let total = 0;
    for await (const found of distributedTests(api, accountId, rules, quarters, projectsOf(query.projectId))) {
      const { test, rule } = found;
      if (!found.now) continue;
      if (assignedTo !== undefined && (rule?.assignedTo ?? unmatched) !== assignedTo) continue;
      if (ruleId !== undefined && rule?.id !== ruleId) continue;
      if (total >= offset && tests.length < limit) {
        const { projectId, testId, file, name, recent } = test;
        const lastTestRunId = recent[0]?.testRunId ?? null;
        const type = { assignedTo: rule?.assignedTo ?? null, ruleId: rule?.id ?? null };
        tests.push({ projectId, testId, file, name, ...type, lastTestRunId });
      }
      total += 1;
    }
    return { tests, total };
  },
);

export const testDistributionRoutes: readonly Route[] = [
  listTestDistributionRules,
  addTestDistributionRule,
  getTestDistributionRule,
  changeTestDistributionRule,
  deleteTestDistributionRule,
  getTestDistribution,
  analyzeTestDistribution,
  listDistributedTests,
];
