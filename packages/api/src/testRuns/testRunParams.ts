import { TestRunId } from '@assay/contract';
import { Type } from 'typebox';

export const TestRunParams = Type.Object({ id: TestRunId });
/** A test, or with `.<copy>` behind it the second copy on: see `testKeyOf`. */
export const TestResultParams = Type.Object({
  id: TestRunId,
  testId: Type.String({ minLength: 1, maxLength: 90, pattern: '^[A-Za-z0-9_-]+(\\.[0-9]{1,3})?$' }),
});
