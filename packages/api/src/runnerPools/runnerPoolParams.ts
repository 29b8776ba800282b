import { RunnerPoolId } from '@assay/contract';
import { Type } from 'typebox';

export const RunnerPoolParams = Type.Object({ id: RunnerPoolId });
