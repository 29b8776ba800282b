import { startAutomation } from '@assay/automation';
import { runRole } from './runRole.ts';

await runRole('automation', async ({ eventLog, operations, readModels }, log) => {
  // Notices of the read models' progress are quicker than polling; missed ones are covered by polling.
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
