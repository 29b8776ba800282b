import { teamCalls } from '@assay/contract';
import { shownTo } from '../accounts/hiddenPeople.ts';
import { route } from '../http/route.ts';

export const listTeams = route(teamCalls.listTeams, async ({ api, caller }) => {
  const isShown = await shownTo(api, caller);
  const teams = await caller.models.teams();
  return teams.map((team) => ({ ...team, users: team.users.filter(isShown) }));
});
