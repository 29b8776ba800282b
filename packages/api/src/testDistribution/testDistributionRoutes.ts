import type { Route } from '../http/route.ts';
import { addTestDistributionRule } from './addTestDistributionRule.ts';
import { analyzeTestDistribution } from './analyzeTestDistribution.ts';
import { changeTestDistributionRule } from './changeTestDistributionRule.ts';
import { deleteTestDistributionRule } from './deleteTestDistributionRule.ts';
import { getTestDistribution } from './getTestDistribution.ts';
import { getTestDistributionRule } from './getTestDistributionRule.ts';
import { listDistributedTests } from './listDistributedTests.ts';
import { listTestDistributionRules } from './listTestDistributionRules.ts';

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
