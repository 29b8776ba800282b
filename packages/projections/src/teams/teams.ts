import { type AccountId, type TeamId, topics, type UserId } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type TeamDocument = ReadModelDocument & {
  accountId: AccountId;
  teamId: TeamId;
  name: string;
  archived: boolean;
  description: string | null;
  email: string | null;
  slackChannel: string | null;
  userIds: UserId[];
  createdAt: string;
  revision: number;
};

export const teams: Projection<TeamDocument> = {
  name: 'teams',
  version: 1,
  indexes: [{ accountId: 1, archived: 1, name: 1 }],
  idsOf: (event) => {
    switch (event.type) {
      case 'TeamCreated':
      case 'TeamRenamed':
      case 'TeamSettingChanged':
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
    switch (event.type) {
      case 'TeamRenamed':
        return { ...document, name: event.data.name, revision };
      case 'TeamSettingChanged':
        return { ...document, [event.data.setting]: event.data.to, revision };
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
