import { type Static, Type } from 'typebox';

/** What prevented work of an agent. */
export const ProblemPost = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 60 }),
    message: Type.String({ minLength: 1, maxLength: 2000, description: 'tells the user what to do' }),
  },
  { additionalProperties: false },
);
export type ProblemPost = Static<typeof ProblemPost>;
