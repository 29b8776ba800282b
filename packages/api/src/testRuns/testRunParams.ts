import { TestId, TestRunId } from '@assay/contract';
import { Type } from 'typebox';

export const TestRunParams = Type.Object({ id: TestRunId });
export const TestResultParams = Type.Object({ id: TestRunId, testId: TestId });
