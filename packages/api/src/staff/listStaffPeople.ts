import { limits, staffCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';

/** Names and addresses of other accounts: that staff looked is in the security log, what for is not. */
export const listStaffPeople = route(
  staffCalls.listStaffPeople,
  ({ api, request, query: { search, offset = 0, limit = limits.maxPage } }) => {
    logSecurity(api.config.securityLog, request, 'peopleSearched');
    return api.readModels.staffPeople({ search, offset, limit });
  },
);
