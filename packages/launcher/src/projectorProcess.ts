import { type Projector, rebuildRequests, startProjector } from '@assay/projections';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { runRole } from './runRole.ts';

const lookMs = 500;

/** Performs the rebuilds that `npm run rebuild` requests, one read model after the other. */
function followRebuildRequests(db: Db, projector: Projector, log: Logger): () => void {
  const requests = rebuildRequests(db);
  let busy = false;
  const look = async () => {
    if (busy) return;
    busy = true;
    try {
      for (const name of await requests.waiting()) {
        await projector.rebuild(name);
        await requests.done(name);
      }
    } catch (error) {
      log.warn({ err: error }, 'a rebuild failed and will be tried again');
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  return () => clearInterval(timer);
}

await runRole('projector', async ({ eventLog, operations, readModelDb }, log) => {
  const projector = await startProjector({
    eventLog,
    db: readModelDb,
    publish: (notices) => operations.changeFeed.publish(notices),
    generation: () => Date.now().toString(36),
    log,
  });
  const unfollow = followRebuildRequests(readModelDb, projector, log);
  return {
    ended: projector.ended,
    stop: async () => {
      unfollow();
      await projector.stop();
    },
  };
});
