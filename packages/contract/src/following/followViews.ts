import { type Static, Type } from 'typebox';
import { CommandAnswer } from '../commandAnswer.ts';
import { TestRunId, UserId } from '../ids.ts';

export const ToggleFollowRequest = Type.Object({ testRunId: TestRunId }, { additionalProperties: false });

export const ToggledFollow = Type.Object({ ...CommandAnswer.properties, following: Type.Boolean() });

/** Somebody who follows a run. */
export const Follower = Type.Object({ userId: UserId, fullName: Type.String(), email: Type.String() });
export type Follower = Static<typeof Follower>;
