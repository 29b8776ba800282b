import { EmployeeView } from '@assay/contract';
import { route } from '../http/route.ts';

export const getEmployee = route({
  method: 'GET',
  url: '/employee',
  summary: 'Whether the person who is signed in looks after the whole installation',
  permission: 'signedIn',
  answer: EmployeeView,
  handle: async ({ api, caller }) => ({ employee: await api.readModels.isStaff(caller.userId) }),
});
