import { limits, reviewCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listMyWork = route(reviewCalls.listMyWork, ({ caller, query }) => {
  const { offset = 0, limit = limits.maxPage } = query;
  return caller.models.myWork(caller.kind === 'member' ? caller.userId : null, { offset, limit });
});
