import { Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { limits } from '../limits.ts';

/** Tags that tests of a run have, or do not have. */
export const TagList = Type.Array(Type.String(formFields.testTag), { maxItems: limits.testTags });

export const TestFilterList = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 2000,
    description: "a test's name, or 'Regex: ' and a pattern over file and name",
  }),
  { maxItems: 500 },
);
