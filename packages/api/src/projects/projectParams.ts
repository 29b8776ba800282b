import { ProjectId, TestId } from '@assay/contract';
import { Type } from 'typebox';

export const ProjectParams = Type.Object({ id: ProjectId });
export const ProjectTestParams = Type.Object({ id: ProjectId, testId: TestId });
