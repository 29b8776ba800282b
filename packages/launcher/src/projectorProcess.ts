import { type Job, startJobs } from '@assay/automation';
import { type Projector, rebuildRequests, startProjector } from '@assay/projections';
import type { Db } from 'mongodb';
import { runRole } from './runRole.ts';

/** Performs the rebuilds that `npm run rebuild` requests, one read model after the other. */
function rebuildRequested(db: Db, projector: Projector): Job<Record<never, never>> {
  const requests = rebuildRequests(db);
  return {
    className: 'ReadModels',
    functionName: 'rebuildRequested',
    schedule: '* * * * * *',
    run: async () => {
      for (const name of await requests.waiting()) {
        await projector.rebuild(name);
        await requests.done(name);
      }
    },
  };
}

await runRole('projector', async ({ eventLog, operations, readModelDb }, log, { isSafe: mayAct, recorder }) => {
  const projector = await startProjector({
    eventLog,
    db: readModelDb,
    publish: (notices) => operations.changeFeed.publish(notices),
    generation: () => Date.now().toString(36),
    log,
    recorder,
  });
  const host = { process: 'projector' as const, store: operations.scheduledJobs, recorder, log, mayAct };
  const jobs = await startJobs([rebuildRequested(readModelDb, projector)], {}, host);
  return {
    ended: projector.ended,
    stop: async () => {
      await Promise.all([projector.stop(), jobs.stop()]);
    },
  };
});
