import { runnerPoolCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listRunnerPools = route(runnerPoolCalls.listRunnerPools, ({ caller }) => caller.models.runnerPools());
