import { startAutomation } from '@assay/automation';
import { runRole } from './runRole.ts';

await runRole('automation', async ({ eventLog, operations, readModels }, log) => {
  // Hearing how far the read models are is quicker than asking; what is missed is asked for all the same.
  const feed = await operations.changeFeed.tail({
    onNotices: (notices) => {
      for (const notice of notices) readModels.onNotice(notice);
    },
    onGap: () => undefined,
  });
  const automation = await startAutomation({ eventLog, operations, readModels, log });
  return {
    ended: automation.ended,
    stop: async () => {
      await automation.stop();
      await feed.stop();
    },
  };
});
