import { testPlanCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listTestPlans = route(testPlanCalls.listTestPlans, ({ caller }) => caller.models.testPlans());
