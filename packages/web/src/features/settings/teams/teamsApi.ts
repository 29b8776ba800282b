import { teamCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const teamsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listTeams: build.query(readOf(teamCalls.listTeams)),
    createTeam: build.mutation(changeOf(teamCalls.createTeam)),
    changeTeam: build.mutation(changeOf(teamCalls.changeTeam)),
    archiveTeam: build.mutation(changeOf(teamCalls.archiveTeam)),
    addTeamMember: build.mutation(changeOf(teamCalls.addTeamMember)),
    removeTeamMember: build.mutation(changeOf(teamCalls.removeTeamMember)),
  }),
});

export const {
  useListTeamsQuery,
  useCreateTeamMutation,
  useChangeTeamMutation,
  useArchiveTeamMutation,
  useAddTeamMemberMutation,
  useRemoveTeamMemberMutation,
} = teamsApi;
