import { type Static, Type } from 'typebox';
import { TestId, Time } from '../ids.ts';

/** Tests that one request may decide on. */
export const renamesAtOnce = 1_000;
/** Renames that one answer holds, the newest ones. */
export const renamesShown = 1_000;

/** A test under a new name, or in a new file. */
export const TestRename = Type.Object({
  id: Type.Unsafe<TestId>({ ...TestId, description: 'what the new file and name alone would make the test' }),
  testId: Type.Unsafe<TestId>({ ...TestId, description: 'the test, which keeps its identity' }),
  file: Type.String(),
  name: Type.String(),
  formerFile: Type.String(),
  formerName: Type.String(),
  reason: Type.String({
    description:
      'MOVED_FILE: its file has moved; REWRITTEN_NAMES: the tool writes other names for all tests; SIMILAR: suggested; ACCEPTED: suggested, and accepted by a user',
  }),
  testRunId: Type.String({ description: 'the run that had the new name first' }),
  at: Time,
});
export type TestRename = Static<typeof TestRename>;

export const TestRenames = Type.Object({
  suggested: Type.Array(TestRename, { description: 'may be one test under two names: for users to decide' }),
  renamed: Type.Array(TestRename, { description: `up to ${renamesShown}, the newest first` }),
  renamedCount: Type.Integer(),
});
export type TestRenames = Static<typeof TestRenames>;

export const TestRenamesQuery = Type.Object({
  testId: Type.Optional(
    Type.String({ maxLength: 80, description: 'only of this test, by its own id or that of its new name' }),
  ),
});

export const renameDecisions = ['JOIN', 'SEPARATE'] as const;
export type RenameDecision = (typeof renameDecisions)[number];

export const DecideRenamesRequest = Type.Object(
  {
    ids: Type.Array(TestId, { minItems: 1, maxItems: renamesAtOnce, description: 'of renames' }),
    decision: Type.Unsafe<RenameDecision>(
      Type.String({ enum: [...renameDecisions], description: 'JOIN: they are one test; SEPARATE: they are two' }),
    ),
  },
  { additionalProperties: false },
);
