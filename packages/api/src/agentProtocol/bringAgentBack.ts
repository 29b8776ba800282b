import type { AgentId } from '@assay/contract';
import { type AgentCommand, type AgentFacts, agentDecider, DomainError } from '@assay/domain';
import type { AppendContext, EventLog } from '@assay/event-log';

/**
 * An agent that had fallen silent and was counted as gone is heard again: it is back, without having to register. One
 * that took its leave comes back by registering only, for a last heartbeat of it may be handled after its leave.
 * @returns what it offers
 */
export async function bringAgentBack(
  { handle }: Pick<EventLog, 'handle'>,
  agentId: AgentId,
  context: AppendContext,
): Promise<AgentFacts> {
  const known: AgentFacts[] = [];
  await handle(
    agentDecider,
    agentId,
    (state): AgentCommand | null => {
      if (state.status !== 'none') known.push(state.facts);
      return state.status === 'exited' && state.reason === 'silent'
        ? { type: 'registerAgent', facts: state.facts }
        : null;
    },
    context,
  );
  // Decided upon more than once where the stream has moved: the last is the newest.
  const facts = known.at(-1);
  if (!facts) throw new DomainError('agent.notFound');
  return facts;
}
