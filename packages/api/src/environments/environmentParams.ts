import { EnvironmentId } from '@assay/contract';
import { Type } from 'typebox';

export const EnvironmentParams = Type.Object({ id: EnvironmentId });
