import type { AgentId } from '@assay/contract';
import { type AgentCommand, agentDecider } from '@assay/domain';
import type { AppendContext, EventLog } from '@assay/event-log';

/**
 * An agent that had fallen silent and was counted as gone is heard again: it is back, without having to register.
 */
export async function bringAgentBack(
  { handle }: Pick<EventLog, 'handle'>,
  agentId: AgentId,
  context: AppendContext,
): Promise<void> {
  await handle(
    agentDecider,
    agentId,
    (state): AgentCommand | null => (state.status === 'exited' ? { type: 'registerAgent', facts: state.facts } : null),
    context,
  );
}
