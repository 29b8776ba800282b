import { teamCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listTeams = route(teamCalls.listTeams, ({ caller }) => caller.models.teams());
