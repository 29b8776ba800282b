import type { Route } from '../http/route.ts';
import { getBlob } from './getBlob.ts';

export const blobRoutes: readonly Route[] = [getBlob];
