import { BuildId, ProjectId } from '@assay/contract';
import { Type } from 'typebox';

export const BuildParams = Type.Object({ id: ProjectId, buildId: BuildId });
