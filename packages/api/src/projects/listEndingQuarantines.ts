import { limits, projectCalls } from '@assay/contract';
import { route } from '../http/route.ts';

const dayMs = 86_400_000;

export const listEndingQuarantines = route(projectCalls.listEndingQuarantines, async ({ caller }) => {
  if (caller.kind !== 'member') return [];
  const before = new Date(Date.now() + limits.quarantineNoticeDays * dayMs).toISOString();
  return await caller.models.endingQuarantines(caller.userId, before);
});
