import { userRoleCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listUserRoles = route(userRoleCalls.listUserRoles, ({ caller }) => caller.models.userRoles());
