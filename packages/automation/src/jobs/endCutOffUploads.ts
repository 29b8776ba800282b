import { testResultsDecider, testRunDecider } from '@assay/domain';
import { byItself } from '../policy.ts';
import type { Job } from './jobs.ts';

/**
 * Without this, an upload whose process died while it recorded results would stay running forever. It fails and reports
 * how much arrived. Uploading it again with its key (or with the same content, if requested) resumes it, and its
 * verdict counts all results.
 */
export const endCutOffUploads: Job = {
  className: 'Uploads',
  functionName: 'endCutOffUploads',
  schedule: '*/5 * * * * *',
  run: async ({ eventLog, operations, readModels, log }) => {
    for (const { testRunId, accountId, request } of await readModels.unfinishedRuns()) {
      if (request.upload === null || (await operations.uploadImports.isGoingOn(testRunId))) continue;
      const { state } = await eventLog.load(testResultsDecider, testRunId);
      const command = { type: 'cutOffUpload', totals: state.totals } as const;
      const { events } = await eventLog.handle(
        testRunDecider,
        testRunId,
        command,
        byItself(accountId, 'endCutOffUploads'),
      );
      if (events.length > 0) log.warn({ testRunId }, 'an upload was cut off while it was recorded');
    }
  },
};
