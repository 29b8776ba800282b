import { distributedTests } from '@assay/application';
import { type DistributedTest, limits, testDistributionCalls, unmatched } from '@assay/contract';
import { route } from '../http/route.ts';
import { projectsOf } from './projectsOf.ts';
import { quartersOf } from './quartersOf.ts';

export const listDistributedTests = route(
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
