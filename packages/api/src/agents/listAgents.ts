import { agentCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { withIdleReasons } from '../waiting/withIdleReasons.ts';

export const listAgents = route(agentCalls.listAgents, async ({ api: { operations }, caller }) => {
  const [agents, sightings] = await Promise.all([
    withIdleReasons({ ...caller, workQueue: operations.workQueue }),
    operations.agentPresence.list(),
  ]);
  const seen = new Map(sightings.map((sighting) => [sighting.agentId, sighting]));
  return agents.map((agent) => {
    const sighting = seen.get(agent.id);
    if (!sighting) return agent;
    const lastSeenAt = sighting.lastSeenAt.toISOString();
    return {
      ...agent,
      availableDiskSpace: sighting.availableDiskSpace,
      updatedAt: [lastSeenAt, agent.updatedAt].sort().at(-1) ?? lastSeenAt,
    };
  });
});
