import { Type } from 'typebox';

/** Tags that tests of a run have, or do not have. */
export const TagList = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 });

export const TestFilterList = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 2000,
    description: "a test's name, or 'Regex: ' and a pattern over file and name",
  }),
  { maxItems: 500 },
);
