import type { AgentId } from '@assay/contract';
import { type AgentCommand, type AgentState, agentDecider, DomainError } from '@assay/domain';
import type { AppendContext, EventLog } from '@assay/event-log';

type KnownAgent = Exclude<AgentState, { status: 'none' }>;

function isSilent(state: AgentState): state is Extract<AgentState, { status: 'exited' }> {
  return state.status === 'exited' && state.reason === 'silent';
}

/**
 * A call from an agent that had exited as silent brings it back without registering. An agent that stopped comes back
 * only by registering, because its last heartbeat may be handled after it stopped.
 * @param asOf on the clock of `performance.now()`: later changes by other processes may be missing
 * @returns its state at the time of the call
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
  // The decision is repeated when the stream has moved on; the last state is the newest.
  return known.at(-1) ?? agent;
}
