import type { CriteriaTemplateId, ReleaseCriterionId, ReleaseDecision, ReleaseId } from '@assay/contract';
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

type Criterion = { criterionId: ReleaseCriterionId; text: string; completed: boolean };
type Decided = { decision: ReleaseDecision; reason: string | null };

export type ReleaseState =
  | { status: 'none' }
  | {
      status: 'created';
      releaseId: ReleaseId;
      settings: Settings;
      criteria: readonly Criterion[];
      /** The latest decision. */
      decided: Decided | null;
    };

export type ReleaseCommand =
  | ({
      type: 'createRelease';
      releaseId: ReleaseId;
      criteria: { criterionId: ReleaseCriterionId; templateId: CriteriaTemplateId; text: string }[];
    } & Omit<Settings, 'actualReleaseDate'>)
  | ({
      /** Fields that the change does not have stay as they are. */
      type: 'changeRelease';
      decision?: ReleaseDecision | null;
      /** Of the decision; left out: none, or that of an equal earlier decision. */
      reason?: string | null;
      /** Whether the caller has seen the state that they change, and so may replace a decision. */
      seen: boolean;
    } & Partial<Settings>)
  /** `completed`: the wanted state; left out: the opposite of the current one. */
  | { type: 'toggleCriterion'; criterionId: ReleaseCriterionId; completed?: boolean };

type Created = Extract<ReleaseState, { status: 'created' }>;
type Change = Extract<ReleaseCommand, { type: 'changeRelease' }>;

function decisionEvents({ releaseId, criteria, decided }: Created, { decision, reason, seen }: Change): ReleaseEvent[] {
  if (decision === undefined) return [];
  if (decision === null) {
    if (decided !== null) throw new DomainError('release.decisionFinal');
    return [];
  }
  if (decided !== null) {
    if (decided.decision === decision && (reason === undefined || reason === decided.reason)) return [];
    if (!seen) throw new DomainError('release.alreadyDecided');
  }
  const openCriterionIds = criteria.filter(({ completed }) => !completed).map(({ criterionId }) => criterionId);
  return [{ type: 'ReleaseDecided', data: { releaseId, decision, reason: reason ?? null, openCriterionIds } }];
}

/** A release of an account: its criteria can be toggled until the first decision. */
export const releaseDecider: Decider<ReleaseState, ReleaseCommand, ReleaseEvent> = {
  category: 'release',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createRelease') {
      if (state.status !== 'none') throw new DomainError('release.exists');
      const { type: _, ...facts } = command;
      return [{ type: 'ReleaseCreated', data: facts }];
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
        return [...changed, ...decisionEvents(state, command)];
      }
      case 'toggleCriterion': {
        const { criterionId } = command;
        const criterion = state.criteria.find((one) => one.criterionId === criterionId);
        if (!criterion) throw new DomainError('release.criterionNotFound');
        if (state.decided !== null) throw new DomainError('release.criteriaLocked');
        const { completed = !criterion.completed } = command;
        if (completed === criterion.completed) return [];
        const data = { releaseId, criterionId };
        return [{ type: completed ? 'ReleaseCriterionCompleted' : 'ReleaseCriterionReopened', data }];
      }
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'ReleaseCreated') {
      const { releaseId, criteria, ...settings } = event.data;
      return {
        status: 'created',
        releaseId,
        settings: { ...settings, actualReleaseDate: null },
        criteria: criteria.map(({ criterionId, text }) => ({ criterionId, text, completed: false })),
        decided: null,
      };
    }
    if (state.status !== 'created') return state;
    switch (event.type) {
      case 'ReleaseSettingChanged':
        return { ...state, settings: { ...state.settings, [event.data.setting]: event.data.to } };
      case 'ReleaseCriterionCompleted':
      case 'ReleaseCriterionReopened': {
        const completed = event.type === 'ReleaseCriterionCompleted';
        const { criterionId } = event.data;
        const criteria = state.criteria.map((one) => (one.criterionId === criterionId ? { ...one, completed } : one));
        return { ...state, criteria };
      }
      case 'ReleaseDecided': {
        const { decision, reason } = event.data;
        return { ...state, decided: { decision, reason } };
      }
      default:
        return never(event);
    }
  },
};
