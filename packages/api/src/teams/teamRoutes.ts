import type { Route } from '../http/route.ts';
import { addTeamMember } from './addTeamMember.ts';
import { archiveTeam } from './archiveTeam.ts';
import { changeTeam } from './changeTeam.ts';
import { createTeam } from './createTeam.ts';
import { listTeams } from './listTeams.ts';
import { removeTeamMember } from './removeTeamMember.ts';

export const teamRoutes: readonly Route[] = [
  listTeams,
  createTeam,
  changeTeam,
  archiveTeam,
  addTeamMember,
  removeTeamMember,
];
