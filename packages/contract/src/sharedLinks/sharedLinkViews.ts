import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { Nullable, ProjectId, SharedLinkId, TestRunId, Time } from '../ids.ts';

export const sharedLinkDays = [1, 7, 30] as const;

const includesScreenshots = Type.Boolean();
const includesOutput = Type.Boolean({ description: 'what tests and their processes wrote, and why a set-up failed' });

export const CreateSharedLinkRequest = Type.Object(
  {
    days: Type.Enum(sharedLinkDays, { description: 'how long it works' }),
    includesScreenshots: Type.Optional(includesScreenshots),
    includesOutput: Type.Optional(includesOutput),
  },
  { additionalProperties: false },
);
export type CreateSharedLinkRequest = Static<typeof CreateSharedLinkRequest>;

/** A link by which anyone sees a test run without signing in, while it works. */
export const SharedLinkView = Type.Object({
  id: SharedLinkId,
  testRunId: TestRunId,
  testRunNumber: Type.Integer(),
  projectId: ProjectId,
  url: Type.String(),
  createdAt: Time,
  createdBy: Type.Unsafe<PersonView>({ ...PersonView, description: 'null: an API key' }),
  expiresAt: Time,
  includesScreenshots,
  includesOutput,
  lastUsedAt: Nullable(Type.String({ ...Time, description: 'exact to the minute; null: not yet' })),
});
export type SharedLinkView = Static<typeof SharedLinkView>;

export const CreatedSharedLink = Type.Object({ id: SharedLinkId, url: Type.String(), expiresAt: Time });
export type CreatedSharedLink = Static<typeof CreatedSharedLink>;
