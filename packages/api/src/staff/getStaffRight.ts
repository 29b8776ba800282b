import { staffCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const getStaffRight = route(staffCalls.getStaffRight, async ({ api, caller }) => ({
  employee: await api.readModels.isStaff(caller.userId),
}));
