import { ssoRoleCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const getSsoRoles = route(ssoRoleCalls.getSsoRoles, async ({ caller: { models } }) => models.ssoRoles());
