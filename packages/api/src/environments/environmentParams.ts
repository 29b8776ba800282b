import { EnvironmentId } from '@assay/contract';
import { Type } from 'typebox';

export const EnvironmentParams = Type.Object({ id: EnvironmentId });

/** Room for 200 variables of which some are files. */
export const environmentBodyLimit = 4 * 1024 * 1024;
