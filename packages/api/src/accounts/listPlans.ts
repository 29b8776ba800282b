import { accountCalls, planOf, tiers } from '@assay/contract';
import { route } from '../http/route.ts';
import { planView } from './planView.ts';

export const listPlans = route(accountCalls.listPlans, async () => tiers.map((tier) => planView(planOf(tier))));
