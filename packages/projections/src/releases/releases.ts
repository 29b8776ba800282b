import {
  type AccountId,
  type CriterionAnswer,
  type CriterionRule,
  type ReleaseCriterionId,
  type ReleaseDecision,
  type ReleaseId,
  recordedRule,
  type ShippedVersion,
  topics,
} from '@assay/contract';
import { type Actor, accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

type Criterion = {
  criterionId: ReleaseCriterionId;
  text: string;
  completedAt: string | null;
  completedBy: Actor | null;
  /** What answers it; null: people do. */
  rule: CriterionRule | null;
  /** What its rule answered at the latest decision; null before one. */
  answer: CriterionAnswer | null;
  override: { reason: string; overriddenBy: Actor; overriddenAt: string } | null;
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
  ships: ShippedVersion[];
  criteria: Criterion[];
  criteriaCount: number;
  /** Completed or overridden; once it is decided, whatever was not open. */
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
  const latest = decisions.at(-1);
  return {
    ...document,
    criteriaCount: criteria.length,
    completedCount: latest
      ? criteria.length - latest.openCriterionIds.length
      : criteria.filter(({ completedAt, override }) => completedAt !== null || override !== null).length,
    decided: decisions.length > 0,
    order: orderOf(document),
  };
}

export const releases: Projection<ReleaseDocument> = {
  name: 'releases',
  version: 3,
  indexes: [
    { accountId: 1, order: 1, _id: 1 },
    { accountId: 1, decided: 1 },
    { accountId: 1, createdAt: -1 },
  ],
  idsOf: (event) => {
    switch (event.type) {
      case 'ReleaseCreated':
      case 'ReleaseSettingChanged':
      case 'ReleaseVersionsChanged':
      case 'ReleaseCriterionCompleted':
      case 'ReleaseCriterionReopened':
      case 'ReleaseCriterionOverridden':
      case 'ReleaseCriterionOverrideWithdrawn':
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
      const { criteria, ships = [], ...facts } = event.data;
      return counted({
        accountId: accountOf(event),
        ...facts,
        actualReleaseDate: null,
        ships,
        criteria: criteria.map(({ criterionId, text, rule }) => ({
          criterionId,
          text,
          completedAt: null,
          completedBy: null,
          rule: recordedRule(rule),
          answer: null,
          override: null,
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
    const withCriterion = (criterionId: ReleaseCriterionId, change: Partial<Criterion>) => {
      const criteria = document.criteria.map((one) => (one.criterionId === criterionId ? { ...one, ...change } : one));
      return counted({ ...changed, criteria });
    };
    switch (event.type) {
      case 'ReleaseSettingChanged':
        return counted({ ...changed, [event.data.setting]: event.data.to });
      case 'ReleaseCriterionCompleted':
      case 'ReleaseCriterionReopened': {
        const ticked = event.type === 'ReleaseCriterionCompleted';
        const [completedAt, completedBy] = ticked ? [occurredAt, actor] : [null, null];
        return withCriterion(event.data.criterionId, { completedAt, completedBy });
      }
      case 'ReleaseVersionsChanged':
        return counted({ ...changed, ships: event.data.to });
      case 'ReleaseCriterionOverridden': {
        const { criterionId, reason } = event.data;
        return withCriterion(criterionId, {
          override: { reason, overriddenBy: actor, overriddenAt: occurredAt },
        });
      }
      case 'ReleaseCriterionOverrideWithdrawn':
        return withCriterion(event.data.criterionId, { override: null });
      case 'ReleaseDecided': {
        const { decision, reason, openCriterionIds, answers = [] } = event.data;
        const latest = { decision, reason, decidedBy: actor, decidedAt: occurredAt, openCriterionIds };
        const answerOf = new Map(
          answers.map(({ criterionId, ...answer }) => [criterionId, answer as CriterionAnswer] as const),
        );
        const criteria = document.criteria.map((one) => ({ ...one, answer: answerOf.get(one.criterionId) ?? null }));
        return counted({ ...changed, criteria, decisions: [...document.decisions, latest] });
      }
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, releaseId }) => [{ accountId, topic: topics.releases, id: releaseId }],
};
