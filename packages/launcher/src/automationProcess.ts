import { startAutomation } from '@assay/automation';
import { openReadModels } from '@assay/projections';
import { runRole } from './runRole.ts';

await runRole('automation', ({ eventLog, operations, readModelDb }, log) => {
  const readModels = openReadModels({ db: readModelDb, epoch: eventLog.epoch });
  return startAutomation({ eventLog, operations, readModels, log });
});
