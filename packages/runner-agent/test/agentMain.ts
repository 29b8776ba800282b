import { bundled } from '../../../test/support/bundled.ts';

/** What Node is given to run the agent as a process of its own, as people start it. */
export const agentMain = await bundled('packages/runner-agent/src/main.ts');
