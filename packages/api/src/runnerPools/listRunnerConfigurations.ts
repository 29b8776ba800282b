import { runnerPoolCalls, runnerTypes } from '@assay/contract';
import { route } from '../http/route.ts';

/** The kinds of machine that pools are of and agents count as. They are given, so none is ever archived. */
export const listRunnerConfigurations = route(runnerPoolCalls.listRunnerConfigurations, async () =>
  runnerTypes.map((type) => ({ id: type, key: type.toLowerCase(), archived: false })),
);
