import { type HealthView, healthCalls } from '@assay/contract';
import type { Api } from '../api.ts';
import { route } from '../http/route.ts';

/** The automation's process holds this lease while it works. */
const automationLease = 'automation';
/** A projector that is further behind than this counts as away; it is behind by milliseconds when it runs. */
const projectorAwayMs = 30_000;

async function automationStatus({ operations }: Api): Promise<'ok' | 'away'> {
  return (await operations.processLeases.isHeld(automationLease)) ? 'ok' : 'away';
}

/** @returns the view; what cannot be asked while a store is away shows as away too. */
async function healthOf(api: Api): Promise<HealthView> {
  const { eventStore, documentStore, lagMilliseconds, rebuilding } = await api.stores.look();
  const asked = documentStore === 'ok';
  const [automation, setAsideReactions, agents] = asked
    ? await Promise.all([automationStatus(api), api.readModels.setAsideReactionCount(), api.readModels.runningAgents()])
    : (['away', 0, { running: 0, capacity: 0 }] as const);
  const lagging = lagMilliseconds === null || lagMilliseconds > projectorAwayMs;
  return {
    status: eventStore === 'ok' && documentStore === 'ok' && setAsideReactions === 0 ? 'ok' : 'degraded',
    version: api.config.version,
    parts: {
      eventStore: { status: eventStore },
      documentStore: { status: documentStore },
      projector: { status: lagging ? 'away' : 'ok', lagMilliseconds, rebuilding },
      automation: { status: automation, setAsideReactions },
      agents,
    },
  };
}

export const getHealth = route(healthCalls.getHealth, async ({ api, reply }) => {
  const health = await healthOf(api);
  const { eventStore, documentStore } = health.parts;
  // A reaction that is set aside is for staff to look into; every process of the api answers as well as ever.
  if (eventStore.status !== 'ok' || documentStore.status !== 'ok') reply.code(503);
  return health;
});
