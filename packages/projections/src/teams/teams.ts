import {
  type AccountId,
  changedField,
  isFieldChange,
  type TeamId,
  teamFields,
  topics,
  type UserId,
  type ValuesOf,
} from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type TeamDocument = ReadModelDocument &
  ValuesOf<typeof teamFields> & {
    accountId: AccountId;
    teamId: TeamId;
    archived: boolean;
    userIds: UserId[];
    createdAt: string;
    revision: number;
  };

export const teams: Projection<TeamDocument> = {
  name: 'teams',
  version: 1,
  indexes: [{ accountId: 1, archived: 1, name: 1 }],
  idsOf: (event) => {
    if (isFieldChange(teamFields, event)) return [event.data.teamId];
    switch (event.type) {
      case 'TeamCreated':
      case 'TeamMemberAdded':
      case 'TeamMemberRemoved':
      case 'TeamArchived':
        return [event.data.teamId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    if (event.type === 'TeamCreated') {
      const { occurredAt: createdAt } = event.envelope;
      return { accountId: accountOf(event), ...event.data, archived: false, userIds: [], createdAt, revision };
    }
    if (document === null) return null;
    if (isFieldChange(teamFields, event)) return { ...document, ...changedField(teamFields, event), revision };
    switch (event.type) {
      case 'TeamMemberAdded':
        return { ...document, userIds: [...document.userIds, event.data.userId], revision };
      case 'TeamMemberRemoved': {
        const userIds = document.userIds.filter((userId) => userId !== event.data.userId);
        return { ...document, userIds, revision };
      }
      case 'TeamArchived':
        return { ...document, archived: true, revision };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, teamId }) => [{ accountId, topic: topics.teams, id: teamId }],
};
