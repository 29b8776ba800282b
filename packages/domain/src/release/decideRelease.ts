import {
  type CriteriaTemplateId,
  type CriterionAnswer,
  type CriterionRule,
  type ReleaseCriterionId,
  type ReleaseDecision,
  type ReleaseId,
  recordedRule,
  type ShippedVersion,
} from '@assay/contract';
import type { ReleaseEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** Dates are calendar days: `2026-11-26`. */
type Settings = {
  title: string;
  description: string | null;
  proposedReleaseDate: string | null;
  actualReleaseDate: string | null;
};
const settingNames = [
  'title',
  'description',
  'proposedReleaseDate',
  'actualReleaseDate',
] as const satisfies readonly (keyof Settings)[];

type Criterion = {
  criterionId: ReleaseCriterionId;
  text: string;
  completed: boolean;
  /** What answers it; null: people do. */
  rule: CriterionRule | null;
  /** Why it counts as met whatever its rule answers; null: it does not. */
  override: string | null;
};
type Decided = { decision: ReleaseDecision; reason: string | null };

/** What the rules of a release answer about the versions that it ships. */
export type ReleaseAnswers = {
  ships: readonly ShippedVersion[];
  answers: readonly ({ criterionId: ReleaseCriterionId } & CriterionAnswer)[];
};

export type ReleaseState =
  | { status: 'none' }
  | {
      status: 'created';
      releaseId: ReleaseId;
      settings: Settings;
      ships: readonly ShippedVersion[];
      criteria: readonly Criterion[];
      /** The latest decision. */
      decided: Decided | null;
    };

export type ReleaseCommand =
  | ({
      type: 'createRelease';
      releaseId: ReleaseId;
      ships?: ShippedVersion[];
      criteria: {
        criterionId: ReleaseCriterionId;
        templateId: CriteriaTemplateId;
        text: string;
        rule?: CriterionRule | null;
      }[];
    } & Omit<Settings, 'actualReleaseDate'>)
  | ({
      /** Fields that the change does not have stay as they are. */
      type: 'changeRelease';
      ships?: ShippedVersion[];
      decision?: ReleaseDecision | null;
      /** Of the decision; left out: none, or that of an equal earlier decision. */
      reason?: string | null;
      /** Whether the caller has seen the state that they change, and so may replace a decision. */
      seen: boolean;
      /** At a decision: without an answer, the criterion of a rule is open. */
      answered?: ReleaseAnswers;
      /** Of the document about what a decision was based on. */
      evidenceSha256?: string | null;
    } & Partial<Settings>)
  /** `completed`: the wanted state; left out: the opposite of the current one. */
  | { type: 'toggleCriterion'; criterionId: ReleaseCriterionId; completed?: boolean }
  | { type: 'overrideCriterion'; criterionId: ReleaseCriterionId; reason: string }
  | { type: 'withdrawOverride'; criterionId: ReleaseCriterionId };

type Created = Extract<ReleaseState, { status: 'created' }>;
type Change = Extract<ReleaseCommand, { type: 'changeRelease' }>;

function versionEvents({ releaseId, ships: from, decided }: Created, to: ShippedVersion[] | undefined): ReleaseEvent[] {
  if (to === undefined || areSame(from, to)) return [];
  if (decided !== null) throw new DomainError('release.versionsLocked');
  requireOnce(to);
  return [{ type: 'ReleaseVersionsChanged', data: { releaseId, from: [...from], to } }];
}

function decisionEvents(
  { releaseId, criteria, decided }: Created,
  ships: readonly ShippedVersion[],
  { decision, reason, seen, answered = { ships, answers: [] }, evidenceSha256 = null }: Change,
): ReleaseEvent[] {
  if (decision === undefined) return [];
  if (decision === null) {
    if (decided !== null) throw new DomainError('release.decisionFinal');
    return [];
  }
  if (decided !== null) {
    if (decided.decision === decision && (reason === undefined || reason === decided.reason)) return [];
    if (!seen) throw new DomainError('release.alreadyDecided');
  }
  if (!areSame(ships, answered.ships)) throw new DomainError('release.versionsChanged');
  const ofRules = new Set(criteria.filter(({ rule }) => rule !== null).map(({ criterionId }) => criterionId));
  const answers = answered.answers.filter(({ criterionId }) => ofRules.has(criterionId));
  const met = new Set(answers.filter(({ answer }) => answer === 'met').map(({ criterionId }) => criterionId));
  const isOpen = ({ criterionId, completed, override }: Criterion) =>
    !completed && override === null && !met.has(criterionId);
  const openCriterionIds = criteria.filter(isOpen).map(({ criterionId }) => criterionId);
  const facts = { releaseId, decision, reason: reason ?? null, openCriterionIds };
  return [{ type: 'ReleaseDecided', data: { ...facts, answers, evidenceSha256 } }];
}

/** @throws DomainError `release.criterionNotFound` or `release.criteriaLocked` */
function criterionOf({ criteria, decided }: Created, criterionId: ReleaseCriterionId): Criterion {
  const criterion = criteria.find((one) => one.criterionId === criterionId);
  if (!criterion) throw new DomainError('release.criterionNotFound');
  if (decided !== null) throw new DomainError('release.criteriaLocked');
  return criterion;
}

function requireOnce(ships: readonly ShippedVersion[]): void {
  if (new Set(ships.map(({ projectId }) => projectId)).size < ships.length) {
    throw new DomainError('release.projectTwice');
  }
}

function areSame(some: readonly ShippedVersion[], others: readonly ShippedVersion[]): boolean {
  const textOf = (ships: readonly ShippedVersion[]) =>
    ships.map(({ projectId, commit }) => `${projectId} ${commit}`).join();
  return textOf(some) === textOf(others);
}

/** A release of an account: what it ships and its criteria can change until the first decision. */
export const releaseDecider: Decider<ReleaseState, ReleaseCommand, ReleaseEvent> = {
  category: 'release',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createRelease') {
      if (state.status !== 'none') throw new DomainError('release.exists');
      const { type: _, ships = [], criteria, ...facts } = command;
      requireOnce(ships);
      const ruled = criteria.map(({ rule = null, ...criterion }) => ({ ...criterion, rule }));
      return [{ type: 'ReleaseCreated', data: { ...facts, ships, criteria: ruled } }];
    }
    if (state.status !== 'created') throw new DomainError('release.notFound');
    const { releaseId, settings } = state;
    switch (command.type) {
      case 'changeRelease': {
        const changed = settingNames.flatMap((setting): ReleaseEvent[] => {
          const from = settings[setting];
          const { [setting]: to = from } = command;
          return from === to ? [] : [{ type: 'ReleaseSettingChanged', data: { releaseId, setting, from, to } }];
        });
        const { ships = state.ships } = command;
        return [...changed, ...versionEvents(state, command.ships), ...decisionEvents(state, ships, command)];
      }
      case 'toggleCriterion': {
        const { criterionId } = command;
        const criterion = criterionOf(state, criterionId);
        if (criterion.rule !== null) throw new DomainError('release.criterionHasRule');
        const { completed = !criterion.completed } = command;
        if (completed === criterion.completed) return [];
        const data = { releaseId, criterionId };
        return [{ type: completed ? 'ReleaseCriterionCompleted' : 'ReleaseCriterionReopened', data }];
      }
      case 'overrideCriterion': {
        const { criterionId, reason } = command;
        const { rule, override } = criterionOf(state, criterionId);
        if (rule === null) throw new DomainError('release.criterionHasNoRule');
        if (override === reason) return [];
        return [{ type: 'ReleaseCriterionOverridden', data: { releaseId, criterionId, reason } }];
      }
      case 'withdrawOverride': {
        const { criterionId } = command;
        if (criterionOf(state, criterionId).override === null) return [];
        return [{ type: 'ReleaseCriterionOverrideWithdrawn', data: { releaseId, criterionId } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'ReleaseCreated') {
      const { releaseId, criteria, ships = [], ...settings } = event.data;
      return {
        status: 'created',
        releaseId,
        settings: { ...settings, actualReleaseDate: null },
        ships,
        criteria: criteria.map(({ criterionId, text, rule }) => ({
          criterionId,
          text,
          completed: false,
          rule: recordedRule(rule),
          override: null,
        })),
        decided: null,
      };
    }
    if (state.status !== 'created') return state;
    const changed = (criterionId: ReleaseCriterionId, change: Partial<Criterion>) => ({
      ...state,
      criteria: state.criteria.map((one) => (one.criterionId === criterionId ? { ...one, ...change } : one)),
    });
    switch (event.type) {
      case 'ReleaseSettingChanged':
        return { ...state, settings: { ...state.settings, [event.data.setting]: event.data.to } };
      case 'ReleaseVersionsChanged':
        return { ...state, ships: event.data.to };
      case 'ReleaseCriterionCompleted':
      case 'ReleaseCriterionReopened':
        return changed(event.data.criterionId, { completed: event.type === 'ReleaseCriterionCompleted' });
      case 'ReleaseCriterionOverridden':
        return changed(event.data.criterionId, { override: event.data.reason });
      case 'ReleaseCriterionOverrideWithdrawn':
        return changed(event.data.criterionId, { override: null });
      case 'ReleaseDecided': {
        const { decision, reason } = event.data;
        return { ...state, decided: { decision, reason } };
      }
      default:
        return never(event);
    }
  },
};
