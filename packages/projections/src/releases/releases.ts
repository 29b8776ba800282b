import { type AccountId, type ReleaseCriterionId, type ReleaseDecision, type ReleaseId, topics } from '@assay/contract';
import { type Actor, accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

type Criterion = {
  criterionId: ReleaseCriterionId;
  text: string;
  completedAt: string | null;
  completedBy: Actor | null;
};
type Decided = {
  decision: ReleaseDecision;
  reason: string | null;
  decidedBy: Actor;
  decidedAt: string;
  openCriterionIds: ReleaseCriterionId[];
};

export type ReleaseDocument = ReadModelDocument & {
  accountId: AccountId;
  releaseId: ReleaseId;
  title: string;
  description: string | null;
  proposedReleaseDate: string | null;
  actualReleaseDate: string | null;
  criteria: Criterion[];
  criteriaCount: number;
  completedCount: number;
  /** The latest last. */
  decisions: Decided[];
  decided: boolean;
  /** Place in the list, ascending. */
  order: number;
  createdBy: Actor;
  createdAt: string;
  changedAt: string;
  revision: number;
};

/** Above every date, in milliseconds. */
const withoutDate = 8.64e15;
const decidedFrom = 9e15;

/** @returns the place in the list: undecided releases by proposed date, then decided ones, the latest decision first */
function orderOf({ proposedReleaseDate, decisions }: Pick<ReleaseDocument, 'proposedReleaseDate' | 'decisions'>) {
  const latest = decisions.at(-1);
  if (latest) return decidedFrom - Date.parse(latest.decidedAt);
  return proposedReleaseDate === null ? withoutDate : Date.parse(proposedReleaseDate);
}

type Evolved = Omit<ReleaseDocument, keyof ReadModelDocument>;

/** @returns the document with what is computed from its other fields */
function counted(document: Omit<Evolved, 'criteriaCount' | 'completedCount' | 'decided' | 'order'>): Evolved {
  const { criteria, decisions } = document;
  return {
    ...document,
    criteriaCount: criteria.length,
    completedCount: criteria.filter(({ completedAt }) => completedAt !== null).length,
    decided: decisions.length > 0,
    order: orderOf(document),
  };
}

export const releases: Projection<ReleaseDocument> = {
  name: 'releases',
  version: 1,
  indexes: [
    { accountId: 1, order: 1, _id: 1 },
    { accountId: 1, decided: 1 },
  ],
  idsOf: (event) => {
    switch (event.type) {
      case 'ReleaseCreated':
      case 'ReleaseSettingChanged':
      case 'ReleaseCriterionCompleted':
      case 'ReleaseCriterionReopened':
      case 'ReleaseDecided':
        return [event.data.releaseId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    const { occurredAt, actor } = event.envelope;
    if (event.type === 'ReleaseCreated') {
      const { criteria, ...facts } = event.data;
      return counted({
        accountId: accountOf(event),
        ...facts,
        actualReleaseDate: null,
        criteria: criteria.map(({ criterionId, text }) => ({
          criterionId,
          text,
          completedAt: null,
          completedBy: null,
        })),
        decisions: [],
        createdBy: actor,
        createdAt: occurredAt,
        changedAt: occurredAt,
        revision,
      });
    }
    if (document === null) return null;
    const changed = { ...document, changedAt: occurredAt, revision };
    switch (event.type) {
      case 'ReleaseSettingChanged':
        return counted({ ...changed, [event.data.setting]: event.data.to });
      case 'ReleaseCriterionCompleted':
      case 'ReleaseCriterionReopened': {
        const ticked = event.type === 'ReleaseCriterionCompleted';
        const [completedAt, completedBy] = ticked ? [occurredAt, actor] : [null, null];
        const criteria = document.criteria.map((criterion) =>
          criterion.criterionId === event.data.criterionId ? { ...criterion, completedAt, completedBy } : criterion,
        );
        return counted({ ...changed, criteria });
      }
      case 'ReleaseDecided': {
        const { decision, reason, openCriterionIds } = event.data;
        const latest = { decision, reason, decidedBy: actor, decidedAt: occurredAt, openCriterionIds };
        return counted({ ...changed, decisions: [...document.decisions, latest] });
      }
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, releaseId }) => [{ accountId, topic: topics.releases, id: releaseId }],
};
