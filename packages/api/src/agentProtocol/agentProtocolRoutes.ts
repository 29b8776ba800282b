import type { Route } from '../http/route.ts';
import { claimWork } from './claimWork.ts';
import { exitAgent } from './exitAgent.ts';
import { getUnitBuild } from './getUnitBuild.ts';
import { postLogChunk } from './postLogChunk.ts';
import { postTestList } from './postTestList.ts';
import { postUnitEvents } from './postUnitEvents.ts';
import { putBlob } from './putBlob.ts';
import { registerAgent } from './registerAgent.ts';
import { renewLeases } from './renewLeases.ts';
import { reportProjectTrial } from './reportProjectTrial.ts';

export const agentProtocolRoutes: readonly Route[] = [
  registerAgent,
  claimWork,
  renewLeases,
  reportProjectTrial,
  postUnitEvents,
  postTestList,
  putBlob,
  getUnitBuild,
  postLogChunk,
  exitAgent,
];
