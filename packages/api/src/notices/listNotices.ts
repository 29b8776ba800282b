import { limits, noticeCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listNotices = route(
  noticeCalls.listNotices,
  ({ caller: { userId, models }, query: { offset = 0, limit = limits.pageOfNotices } }) =>
    models.notices(userId, { offset, limit }),
);
