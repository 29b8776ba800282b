import { type RecordedHistory, recordHistory } from '../../../test/support/recordedHistory.ts';
import { globex } from '../../../test/support/recordedIds.ts';
import { acme, type StoresUnderTest, startStores } from '../../../test/support/storesUnderTest.ts';
import { type AccountReads, openReadModels, type ReadModels } from '../src/index.ts';
import { caughtUp, runProjector } from './readModelsUnderTest.ts';

export type RecordedReadModels = {
  stores: StoresUnderTest;
  history: RecordedHistory;
  models: ReadModels;
  /** Reads of the main account, and of the other one. */
  mine: AccountReads;
  theirs: AccountReads;
  stop(): Promise<void>;
};

/** Read models in real stores that show the recorded history. */
export async function startRecordedReadModels(): Promise<RecordedReadModels> {
  const stores = await startStores();
  const projector = await runProjector(stores);
  const history = await recordHistory(stores.eventLog);
  await caughtUp(stores, projector);
  const models = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog });
  const stop = async () => {
    await projector.stop();
    await stores.stop();
  };
  return { stores, history, models, mine: models.of(acme), theirs: models.of(globex), stop };
}
