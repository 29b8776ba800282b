import type { Route } from '../http/route.ts';
import { archiveTrigger } from './archiveTrigger.ts';
import { changeTrigger } from './changeTrigger.ts';
import { createTrigger } from './createTrigger.ts';
import { getTrigger } from './getTrigger.ts';
import { listTriggers } from './listTriggers.ts';
import { runTrigger } from './runTrigger.ts';
import { toggleTrigger } from './toggleTrigger.ts';

export const triggerRoutes: readonly Route[] = [
  listTriggers,
  createTrigger,
  getTrigger,
  changeTrigger,
  archiveTrigger,
  toggleTrigger,
  runTrigger,
];
