import { limits, staffCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listStaffAccounts = route(
  staffCalls.listStaffAccounts,
  ({ api, query: { search = '', offset = 0, limit = limits.maxPage } }) =>
    api.readModels.staffAccounts({ search, offset, limit }),
);
