import { AuditEntry } from '@assay/contract';
import { Type } from 'typebox';
import { auditTrailOf } from '../auditTrail/auditTrailOf.ts';
import { route } from '../http/route.ts';
import { EnvironmentParams } from './environmentParams.ts';

export const listEnvironmentAudits = route({
  method: 'GET',
  url: '/environments/:id/auditTrail',
  summary: 'Who changed what of an environment, newest first',
  permission: 'environment.read',
  params: EnvironmentParams,
  answer: Type.Array(AuditEntry),
  handle: async ({ api, params: { id }, caller }) => {
    await api.owners.requireOwn(`environment-${id}`, caller.accountId, 'environment.notFound');
    return auditTrailOf(api, caller.models, `environment-${id}`);
  },
});
