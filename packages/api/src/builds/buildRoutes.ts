import type { Route } from '../http/route.ts';
import { downloadBuild } from './downloadBuild.ts';
import { getBuild } from './getBuild.ts';
import { listBuilds } from './listBuilds.ts';
import { uploadBuild } from './uploadBuild.ts';

export const buildRoutes: readonly Route[] = [listBuilds, getBuild, downloadBuild, uploadBuild];
