import type { AgentId } from '@assay/contract';
import { type AgentCommand, agentDecider } from '@assay/domain';
import type { AppendContext, EventLog } from '@assay/event-log';

/**
 * An agent that had fallen silent and was counted as gone is heard again: it is back, without having to register. One
 * that took its leave comes back by registering only, for a last heartbeat of it may be handled after its leave.
 */
export async function bringAgentBack(
  { handle }: Pick<EventLog, 'handle'>,
  agentId: AgentId,
  context: AppendContext,
): Promise<void> {
  await handle(
    agentDecider,
    agentId,
    (state): AgentCommand | null =>
      state.status === 'exited' && state.reason === 'silent' ? { type: 'registerAgent', facts: state.facts } : null,
    context,
  );
}
