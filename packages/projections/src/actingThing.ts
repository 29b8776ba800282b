import type { TestPlanRunId, TriggerId } from '@assay/contract';
import type { Actor } from '@assay/event-log';

function idOf(actor: Actor | null, kind: string): string | null {
  const prefix = `${kind}-`;
  return actor?.kind === 'automation' && actor.id.startsWith(prefix) ? actor.id.slice(prefix.length) : null;
}

/** @returns the trigger that acts as such; null: somebody or something else */
export function triggerIdOf(actor: Actor | null): TriggerId | null {
  return idOf(actor, 'trigger') as TriggerId | null;
}

/** @returns the run of a test plan that acts as such; null: somebody or something else */
export function testPlanRunIdOf(actor: Actor | null): TestPlanRunId | null {
  return idOf(actor, 'testPlanRun') as TestPlanRunId | null;
}
