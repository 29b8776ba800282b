import { staffCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listStaffAgents = route(staffCalls.listStaffAgents, async ({ api: { readModels, operations } }) => {
  const [agents, sightings] = await Promise.all([readModels.allAgents(), operations.agentPresence.list()]);
  const seen = new Map(sightings.map((sighting) => [sighting.agentId, sighting]));
  return Promise.all(
    agents.map(async (agent) => {
      const availableDiskSpace = seen.get(agent.id)?.availableDiskSpace ?? null;
      const currentRunners = (await operations.workQueue.claimedBy(agent.id)).length;
      const data = { availableDiskSpace, currentRunners };
      return { ...agent, availableDiskSpace, serverId: agent.name, cluster: agent.pool, data };
    }),
  );
});
