import { environmentCalls } from '@assay/contract';
import { auditTrailOf } from '../auditTrail/auditTrailOf.ts';
import { route } from '../http/route.ts';

export const listEnvironmentAudits = route(
  environmentCalls.listEnvironmentAudits,
  async ({ api, params: { id }, caller }) => {
    await api.owners.requireOwn(`environment-${id}`, caller.accountId, 'environment.notFound');
    return auditTrailOf(api, caller.models, `environment-${id}`);
  },
);
