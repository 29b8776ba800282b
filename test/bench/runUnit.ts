import { type Assignment, agentProtocol } from '@assay/contract';
import type { HonestAgent } from './honestAgent.ts';
import { finished, started } from './madeUpEvents.ts';

/** Runs one unit like a runner: each test starts and ends, and events gather in full posts. */
export async function runUnit(agent: HonestAgent, unit: Assignment): Promise<void> {
  const events = unit.tests.flatMap(({ testId }, index) => [started(testId), finished(testId, index)]);
  for (let from = 0; from < events.length; from += agentProtocol.eventsInPost) {
    await agent.post(unit, events.slice(from, from + agentProtocol.eventsInPost));
  }
  await agent.post(unit, [{ type: 'unitCompleted', problem: null }]);
}
