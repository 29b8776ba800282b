import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { formFields } from '../formFields.ts';
import { GateAnswer, GateEvidence } from '../gate/gateViews.ts';
import {
  CriteriaTemplateId,
  EnvironmentId,
  Nullable,
  Position,
  ProjectId,
  ProjectIdOrKey,
  ReleaseCriterionId,
  ReleaseId,
  TestPlanId,
  TestRunId,
  TestSuiteId,
  Time,
} from '../ids.ts';
import { limits } from '../limits.ts';
import { runVerdicts } from '../testRuns/testRunStatus.ts';
import { CriterionRule } from './criterionRule.ts';

export const releaseDecisions = ['Go', 'No-Go'] as const;
export const ReleaseDecision = Type.Enum(releaseDecisions);
export type ReleaseDecision = Static<typeof ReleaseDecision>;

const title = Type.String(formFields.releaseTitle);
const description = Nullable(Type.String(formFields.description));
const day = Nullable(Type.String(formFields.day));
const Day = Type.String({ description: 'a calendar day: 2026-11-26' });
const revision = Type.String({ description: 'send it back as If-Match to change only what you have seen' });

/** A version of a project. */
export const ShippedVersion = Type.Object(
  {
    projectId: ProjectId,
    commit: Type.String({ ...formFields.gitCommit, description: 'its id, or the first 7 digits' }),
  },
  { additionalProperties: false },
);
export type ShippedVersion = Static<typeof ShippedVersion>;
const ships = Type.Array(ShippedVersion, {
  maxItems: limits.shippedVersions,
  description: 'what the rules of the criteria ask about; no project twice',
});

const rule = Nullable(CriterionRule);

/** What a rule answers, and the runs that say so. */
export const CriterionAnswer = Type.Object({
  answer: GateAnswer,
  reason: Type.String(),
  evidence: Type.Array(GateEvidence, { maxItems: limits.citedEvidence, description: 'what decides first' }),
  position: Nullable(Position),
});
export type CriterionAnswer = Static<typeof CriterionAnswer>;

export const CreateReleaseRequest = Type.Object(
  {
    title,
    description: Type.Optional(description),
    proposedReleaseDate: Type.Optional(day),
    ships: Type.Optional(ships),
  },
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
    ships: Type.Optional(ships),
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
  openCriterionIds: Type.Array(ReleaseCriterionId, { description: 'criteria that were open at that time' }),
});
export type ReleaseDecisionView = Static<typeof ReleaseDecisionView>;

const EvidenceMark = Type.Object({ by: Type.String({ description: 'id of who did it' }), at: Time });

/** What a decision was based on. Everything in it is known from the log of the release. */
export const ReleaseEvidence = Type.Object({
  releaseId: ReleaseId,
  title: Type.String(),
  description: Nullable(Type.String()),
  proposedReleaseDate: Nullable(Day),
  actualReleaseDate: Nullable(Day),
  ships: Type.Array(ShippedVersion),
  decision: ReleaseDecision,
  reason: Nullable(Type.String()),
  decided: EvidenceMark,
  criteria: Type.Array(
    Type.Object({
      id: ReleaseCriterionId,
      text: Type.String(),
      isOpen: Type.Boolean(),
      rule,
      completed: Nullable(EvidenceMark),
      answer: Nullable(CriterionAnswer),
      override: Nullable(Type.Object({ ...EvidenceMark.properties, reason: Type.String() })),
    }),
  ),
});
export type ReleaseEvidence = Static<typeof ReleaseEvidence>;

/** The version that is about to go out: both, or neither. */
export const ReleaseGateQuery = Type.Object({
  project: Type.Optional(ProjectIdOrKey),
  commit: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{7,64}$',
      description: 'its full id, or at least the first 7 digits: the release has to ship it',
    }),
  ),
});
export type ReleaseGateQuery = Static<typeof ReleaseGateQuery>;

/** `met`: the latest decision is Go; `notMet`: it is No-Go; `pending`: it is undecided. */
export const ReleaseGateView = Type.Object({
  answer: GateAnswer,
  reason: Type.String(),
  criteria: Type.Array(
    Type.Object({
      text: Type.String(),
      isOpen: Type.Boolean(),
      reason: Nullable(Type.String({ description: 'what its rule answers, or why it was overridden' })),
    }),
    { description: 'open ones first' },
  ),
  position: Position,
});
export type ReleaseGateView = Static<typeof ReleaseGateView>;

export const ReleaseEvidenceView = Type.Object({
  document: ReleaseEvidence,
  sha256: Nullable(Type.String({ description: 'in the log since the decision; null: decided before there was one' })),
  isIntact: Type.Boolean({ description: 'whether the document, made again from the log, has this hash' }),
  people: Type.Record(Type.String(), PersonView, { description: 'who the ids in the document are' }),
  projectNames: Type.Record(Type.String(), Type.String(), {
    description: 'of the shipped projects that are in use, by their ids',
  }),
  runsSince: Type.Array(
    Type.Object({
      testRunId: TestRunId,
      number: Type.Integer(),
      projectId: ProjectId,
      of: Type.String({ description: 'its suite, or Tests' }),
      environmentName: Type.String(),
      commit: Type.String(),
      verdict: Type.Enum(runVerdicts),
      endTime: Time,
    }),
    { description: 'runs of what it ships that ended after the decision, the newest first; not part of the document' },
  ),
});
export type ReleaseEvidenceView = Static<typeof ReleaseEvidenceView>;

export const ReleaseView = Type.Object({
  id: ReleaseId,
  title: Type.String(),
  description: Nullable(Type.String()),
  proposedReleaseDate: Nullable(Day),
  actualReleaseDate: Nullable(Day),
  decision: Nullable(ReleaseDecision),
  decisions: Type.Array(ReleaseDecisionView, { description: 'the latest last' }),
  ships: Type.Array(
    Type.Object({ projectId: ProjectId, projectName: Type.String(), projectKey: Type.String(), commit: Type.String() }),
  ),
  criteriaCount: Type.Integer({ minimum: 0 }),
  completedCount: Type.Integer({
    minimum: 0,
    description: 'criteria that are completed, met by their rule, or overridden; of a decided release at the decision',
  }),
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
  isOpen: Type.Boolean({ description: 'neither completed, nor met by its rule, nor overridden' }),
  completedAt: Nullable(Time),
  completedBy: PersonView,
  rule: Nullable(
    Type.Object({
      ...CriterionRule.properties,
      testSuiteName: Nullable(Type.String()),
      testPlanName: Nullable(Type.String()),
      environmentName: Nullable(Type.String()),
    }),
  ),
  answer: Nullable(
    Type.Unsafe<CriterionAnswer>({ ...CriterionAnswer, description: 'of its rule: now, or at the latest decision' }),
  ),
  override: Nullable(Type.Object({ reason: Type.String(), overriddenBy: PersonView, overriddenAt: Time })),
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
  rule,
  revision,
  position: Position,
});
export type CriteriaTemplateView = Static<typeof CriteriaTemplateView>;

/** A rule as a query, to be tried before it is saved. */
export const TriedRule = Type.Object({
  kind: CriterionRule.properties.kind,
  testSuiteId: Type.Optional(TestSuiteId),
  testPlanId: Type.Optional(TestPlanId),
  issueQuery: Type.Optional(Type.String(formFields.issueQuery)),
  environmentId: Type.Optional(EnvironmentId),
  maxAgeHours: Type.Optional(Type.Integer(formFields.evidenceAgeHours)),
  flakyPassesCount: CriterionRule.properties.flakyPassesCount,
});
export type TriedRule = Static<typeof TriedRule>;

/** What a rule would have answered. */
export const RuleTrial = Type.Object({
  releases: Type.Array(
    Type.Object({
      id: ReleaseId,
      title: Type.String(),
      asOf: Nullable(Type.String({ ...Time, description: 'when it was decided, by the runs of that time; null: now' })),
      answer: GateAnswer,
      reason: Type.String(),
    }),
    { maxItems: limits.releasesTried, description: 'the latest ones, the newest first' },
  ),
});
export type RuleTrial = Static<typeof RuleTrial>;

const text = Type.String(formFields.criterionText);
const ruleOfTemplate = Type.Optional(
  Type.Unsafe<CriterionRule | null>({ ...rule, description: 'null: people complete the criterion' }),
);
export const AddCriteriaTemplateRequest = Type.Object({ text, rule: ruleOfTemplate }, { additionalProperties: false });
/** A rule or order that is not sent stays as it is. */
export const ChangeCriteriaTemplateRequest = Type.Object(
  {
    id: CriteriaTemplateId,
    text,
    rule: ruleOfTemplate,
    order: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.criteriaTemplates,
        description: 'place among the templates in use, from 1; the others make room',
      }),
    ),
  },
  { additionalProperties: false },
);

export const OverrideCriterionRequest = Type.Object(
  { reason: Type.String(formFields.overrideReason) },
  { additionalProperties: false },
);
