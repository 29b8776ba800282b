import { bundled } from '../../../test/support/bundled.ts';

/** Node's arguments to run the agent as a process of its own, as users start it. */
export const agentMain = await bundled('packages/runner-agent/src/main.ts');
