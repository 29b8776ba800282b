import type { AgentId } from '@assay/contract';
import { type AgentCommand, type AgentState, agentDecider, DomainError } from '@assay/domain';
import type { AppendContext, EventLog } from '@assay/event-log';

type KnownAgent = Exclude<AgentState, { status: 'none' }>;

function isSilent(state: AgentState): state is Extract<AgentState, { status: 'exited' }> {
  return state.status === 'exited' && state.reason === 'silent';
}

/**
 * An agent that had fallen silent and was counted as gone is heard again: it is back, without having to register. One
 * that took its leave comes back by registering only, for a last heartbeat of it may be handled after its leave.
 * @param asOf on the clock of `performance.now()`: what other processes did to the agent since may be missing
 * @returns how it stood when it was heard
 */
export async function bringAgentBack(
  { handle, load }: Pick<EventLog, 'handle' | 'load'>,
  agentId: AgentId,
  context: AppendContext,
  asOf?: number,
): Promise<KnownAgent> {
  const { state: agent } = await load(agentDecider, agentId, asOf === undefined ? {} : { asOf });
  if (agent.status === 'none') throw new DomainError('agent.notFound');
  if (!isSilent(agent)) return agent;
  const known: KnownAgent[] = [];
  await handle(
    agentDecider,
    agentId,
    (state): AgentCommand | null => {
      if (state.status !== 'none') known.push(state);
      return isSilent(state) ? { type: 'registerAgent', facts: state.facts } : null;
    },
    context,
  );
  // Decided upon more than once where the stream has moved: the last is the newest.
  return known.at(-1) ?? agent;
}
