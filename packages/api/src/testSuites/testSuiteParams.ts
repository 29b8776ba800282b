import { ProjectId, TestSuiteId } from '@assay/contract';
import { Type } from 'typebox';

export const TestSuiteParams = Type.Object({ id: ProjectId, testSuiteId: TestSuiteId });
