import { type Static, Type } from 'typebox';
import { Nullable } from '../ids.ts';

/** The address of a project's status badge. Its token reads this badge and nothing else. */
export const BadgeView = Type.Object({
  url: Nullable(
    Type.String({ description: 'may be followed by &branch=, &environment= and &suite=; null: the badge has none' }),
  ),
});
export type BadgeView = Static<typeof BadgeView>;
