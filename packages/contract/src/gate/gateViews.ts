import { type Static, Type } from 'typebox';
import { Nullable, Position, ProjectIdOrKey, TestRunId, Time } from '../ids.ts';

/**
 * What runs show about a commit. `noEvidence`: nothing failed, but nothing proves that what was asked for passes either,
 * so a gate stays closed.
 */
export const gateAnswers = ['met', 'notMet', 'pending', 'noEvidence'] as const;
export const GateAnswer = Type.Enum(gateAnswers);
export type GateAnswer = Static<typeof GateAnswer>;

export const gateParams = Type.Object({ id: ProjectIdOrKey });

export const GateQuery = Type.Object({
  commit: Type.String({
    pattern: '^[0-9a-fA-F]{7,64}$',
    description: 'its full id, or at least the first 7 digits',
  }),
  testSuiteId: Type.Optional(
    Type.String({
      maxLength: 4000,
      description: 'comma list of ids: each of these suites has to pass; all runs by default',
    }),
  ),
  environment: Type.Optional(
    Type.String({
      maxLength: 4000,
      description: 'comma list of ids or keys: only runs in these count; in any by default',
    }),
  ),
  maxAgeHours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 8784, description: 'evidence that ended longer ago does not count' }),
  ),
});
export type GateQuery = Static<typeof GateQuery>;

export const GateEvidence = Type.Object({
  title: Type.String({ description: 'what the run was of: its suite, All tests, Some tests, or the uploaded files' }),
  environmentName: Nullable(Type.String({ description: 'null: no run' })),
  answer: GateAnswer,
  reason: Type.String(),
  testRunId: Nullable(Type.Unsafe<TestRunId>({ ...TestRunId, description: 'the run that decides; null: no run' })),
  number: Nullable(Type.Integer()),
  endTime: Nullable(Time),
});
export type GateEvidence = Static<typeof GateEvidence>;

export const GateView = Type.Object({
  answer: GateAnswer,
  reason: Type.String(),
  evidence: Type.Array(GateEvidence, { description: 'what decides first, then by title' }),
  position: Position,
});
export type GateView = Static<typeof GateView>;
