import { type HealthView, healthCalls } from '@assay/contract';
import type { Api } from '../api.ts';
import { route } from '../http/route.ts';

/** The automation's process holds this lease while it works. */
const automationLease = 'automation';
/** A projector further behind than this counts as down; a running one lags by milliseconds. */
const projectorAwayMs = 30_000;

async function automationStatus({ operations }: Api): Promise<'ok' | 'away'> {
  return (await operations.processLeases.isHeld(automationLease)) ? 'ok' : 'away';
}

/** @returns the view; what cannot be read while a store is down shows as down too. */
export async function healthOf(api: Api): Promise<HealthView> {
  const [{ eventStore, documentStore, lagMilliseconds, rebuilding }, blobs, disk] = await Promise.all([
    api.stores.look(),
    api.blobs.look(),
    api.disk.look(),
  ]);
  const asked = documentStore === 'ok';
  const [automation, setAsideReactions, agents] = asked
    ? await Promise.all([automationStatus(api), api.readModels.setAsideReactionCount(), api.readModels.runningAgents()])
    : (['away', 0, { running: 0, capacity: 0 }] as const);
  const lagging = lagMilliseconds === null || lagMilliseconds > projectorAwayMs;
  const areStoresWell = eventStore === 'ok' && documentStore === 'ok' && blobs === 'ok';
  const isWell = areStoresWell && setAsideReactions === 0 && disk.status === 'ok';
  return {
    status: isWell ? 'ok' : 'degraded',
    version: api.config.version,
    parts: {
      eventStore: { status: eventStore },
      documentStore: { status: documentStore },
      blobs: { status: blobs },
      disk,
      projector: { status: lagging ? 'away' : 'ok', lagMilliseconds, rebuilding },
      automation: { status: automation, setAsideReactions },
      agents,
    },
  };
}

export const getHealth = route(healthCalls.getHealth, async ({ api, reply }) => {
  const health = await healthOf(api);
  const { eventStore, documentStore } = health.parts;
  // Staff can inspect set-aside reactions; on a full disk reads go on, and without blobs most of the service.
  if (eventStore.status !== 'ok' || documentStore.status !== 'ok') reply.code(503);
  return health;
});
