import type { UserId } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { acme, type StoresUnderTest, signedBy, startStores } from '../../../test/support/storesUnderTest.ts';
import { simulateMonth } from '../../launcher/src/simulation/simulatedMonth.ts';
import { createSimulatedThings, simulatedThingsOf } from '../../launcher/src/simulation/simulatedThings.ts';
import { type Collections, liveCollections } from '../src/collections.ts';
import { type AccountReads, openReadModels } from '../src/index.ts';
import type { ProjectionState } from '../src/projectionStates.ts';
import { caughtUp, everyEvent, type RunningProjector, runProjector } from './readModelsUnderTest.ts';

/** A simulated history: 12 runs a day in three projects. @param start when it begins, in milliseconds since 1970 */
export function simulatedHistory(start: number, days: number) {
  return { ...simulatedThingsOf(acme), accountId: acme, userId: 'u1' as UserId, start, days, runsPerDay: 12 };
}

export type SimulatedReadModels = {
  stores: StoresUnderTest;
  projector: RunningProjector;
  events: RecordedEvent[];
  /** The collections that readers use now. */
  collections(): Promise<Collections>;
  /** Resolves when the read models show what was appended since. */
  untilShown(): Promise<void>;
  /** Reads of the account, opened again after a rebuild. */
  openReads(): AccountReads;
  stop(): Promise<void>;
};

/** Read models in real stores that show the simulated history, whose last run goes on. */
export async function startSimulatedReadModels(
  simulated: ReturnType<typeof simulatedHistory>,
): Promise<SimulatedReadModels> {
  const stores = await startStores();
  const projector = await runProjector(stores);
  await createSimulatedThings(stores, acme, signedBy(simulated.userId));
  await simulateMonth(stores.eventLog, simulated, { lastGoesOn: true });
  await caughtUp(stores, projector);
  const states = stores.readModelDb.collection<ProjectionState>('projectionStates');
  return {
    stores,
    projector,
    untilShown: () => caughtUp(stores, projector),
    collections: async () => liveCollections(stores.readModelDb, await states.find().toArray()),
    events: await everyEvent(stores),
    openReads: () => openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog }).of(acme),
    stop: async () => {
      await projector.stop();
      await stores.stop();
    },
  };
}
