import { runnerPoolCalls, runnerTypes } from '@assay/contract';
import { route } from '../http/route.ts';

/** The machine types of pools and agents. They are fixed, so none is ever archived. */
export const listRunnerConfigurations = route(runnerPoolCalls.listRunnerConfigurations, async () =>
  runnerTypes.map((type) => ({ id: type, key: type.toLowerCase(), archived: false })),
);
