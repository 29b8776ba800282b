import { retentionCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const getRetention = route(
  retentionCalls.getRetention,
  async ({ caller: { models } }) => (await models.retention()).retention,
);
