import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { formFields } from '../formFields.ts';
import { CriteriaTemplateId, Nullable, Position, ReleaseCriterionId, ReleaseId, Time } from '../ids.ts';

export const releaseDecisions = ['Go', 'No-Go'] as const;
export const ReleaseDecision = Type.Enum(releaseDecisions);
export type ReleaseDecision = Static<typeof ReleaseDecision>;

const title = Type.String(formFields.releaseTitle);
const description = Nullable(Type.String(formFields.description));
const day = Nullable(Type.String(formFields.day));
const Day = Type.String({ description: 'a calendar day: 2026-11-26' });
const revision = Type.String({ description: 'send it back as If-Match to change only what you have seen' });

export const CreateReleaseRequest = Type.Object(
  { title, description: Type.Optional(description), proposedReleaseDate: Type.Optional(day) },
  { additionalProperties: false },
);
export type CreateReleaseRequest = Static<typeof CreateReleaseRequest>;

/** Only fields sent are changed. */
export const ChangeReleaseRequest = Type.Object(
  {
    title: Type.Optional(title),
    description: Type.Optional(description),
    proposedReleaseDate: Type.Optional(day),
    actualReleaseDate: Type.Optional(day),
    decision: Type.Optional(Nullable(ReleaseDecision)),
    reason: Type.Optional(Nullable(Type.String({ ...formFields.decisionReason, description: 'of the decision' }))),
  },
  { additionalProperties: false },
);
export type ChangeReleaseRequest = Static<typeof ChangeReleaseRequest>;

export const ReleaseDecisionView = Type.Object({
  decision: ReleaseDecision,
  reason: Nullable(Type.String()),
  decidedBy: PersonView,
  decidedAt: Time,
  openCriterionIds: Type.Array(ReleaseCriterionId, { description: 'criteria that were not completed at that time' }),
});
export type ReleaseDecisionView = Static<typeof ReleaseDecisionView>;

export const ReleaseView = Type.Object({
  id: ReleaseId,
  title: Type.String(),
  description: Nullable(Type.String()),
  proposedReleaseDate: Nullable(Day),
  actualReleaseDate: Nullable(Day),
  decision: Nullable(ReleaseDecision),
  decisions: Type.Array(ReleaseDecisionView, { description: 'the latest last' }),
  criteriaCount: Type.Integer({ minimum: 0 }),
  completedCount: Type.Integer({ minimum: 0 }),
  createdBy: PersonView,
  createdAt: Time,
  changedAt: Time,
  position: Position,
  revision,
});
export type ReleaseView = Static<typeof ReleaseView>;

/** Undecided releases by proposed date, those without one last; then decided ones, the latest decision first. */
export const ReleasePage = Type.Object({
  releases: Type.Array(ReleaseView),
  total: Type.Integer({ minimum: 0 }),
  undecided: Type.Integer({ minimum: 0, description: 'how many of the total have no decision' }),
  position: Position,
});
export type ReleasePage = Static<typeof ReleasePage>;

export const ReleaseCriterionView = Type.Object({
  releaseId: ReleaseId,
  id: ReleaseCriterionId,
  text: Type.String(),
  completedAt: Nullable(Time),
  completedBy: PersonView,
});
export type ReleaseCriterionView = Static<typeof ReleaseCriterionView>;

/** The criterion after a toggle, and what every command answers. */
export const ToggledCriterion = Type.Object({
  releaseId: ReleaseId,
  id: ReleaseCriterionId,
  text: Type.String(),
  completedAt: Nullable(Time),
  revision: Type.String(),
  position: Position,
});

export const CriteriaTemplateView = Type.Object({
  id: CriteriaTemplateId,
  text: Type.String(),
  revision,
  position: Position,
});
export type CriteriaTemplateView = Static<typeof CriteriaTemplateView>;

const text = Type.String(formFields.criterionText);
export const AddCriteriaTemplateRequest = Type.Object({ text }, { additionalProperties: false });
export const ChangeCriteriaTemplateRequest = Type.Object(
  { id: CriteriaTemplateId, text },
  { additionalProperties: false },
);
