import type { AgentId } from '@assay/contract';
import { type AgentCommand, type AgentState, agentDecider, DomainError } from '@assay/domain';
import type { AppendContext, EventLog } from '@assay/event-log';

type KnownAgent = Exclude<AgentState, { status: 'none' }>;

/**
 * An agent that had fallen silent and was counted as gone is heard again: it is back, without having to register. One
 * that took its leave comes back by registering only, for a last heartbeat of it may be handled after its leave.
 * @returns how it stood when it was heard
 */
export async function bringAgentBack(
  { handle }: Pick<EventLog, 'handle'>,
  agentId: AgentId,
  context: AppendContext,
): Promise<KnownAgent> {
  const known: KnownAgent[] = [];
  await handle(
    agentDecider,
    agentId,
    (state): AgentCommand | null => {
      if (state.status !== 'none') known.push(state);
      return state.status === 'exited' && state.reason === 'silent'
        ? { type: 'registerAgent', facts: state.facts }
        : null;
    },
    context,
  );
  // Decided upon more than once where the stream has moved: the last is the newest.
  const agent = known.at(-1);
  if (!agent) throw new DomainError('agent.notFound');
  return agent;
}
