import { type TestRunId, type UploadAnswer, uploadCalls } from '@assay/contract';
import { callIds } from '../http/callIds.ts';
import { idempotentAnswer } from '../http/idempotentAnswer.ts';
import { idempotencyKeyOf } from '../http/revisions.ts';
import { route } from '../http/route.ts';
import { receiveUpload } from './receiveUpload.ts';
import { takeUpload } from './takeUpload.ts';
import { inUploadFolder } from './uploadFolder.ts';
import { uploadLimits } from './uploadLimits.ts';

export const uploadTestRun = route(
  uploadCalls.uploadTestRun,
  ({ api, caller: { accountId }, context, newId, gone, request }) =>
    inUploadFolder(api, { accountId, id: request.id }, async (folder) => {
      api.uploadReader.prepare();
      const received = await receiveUpload(request, folder, uploadLimits.requestBytes);
      const take = (newRunId: TestRunId) => takeUpload(api, { accountId, received, folder, newRunId, gone }, context);
      const key = idempotencyKeyOf(request.headers['idempotency-key']);
      if (key === null) return take(newId());
      // The content is known only now; the raw body differs each time by its boundary.
      const repeatable = { scope: `${accountId} POST /test-runs-upload`, key };
      // A job that is run again may start in another folder.
      const fields = [...received.fields].filter(([name]) => name !== 'startedIn');
      const content = [fields.sort(), received.files.map(({ name, sha256 }) => [name, sha256])];
      const kept = await idempotentAnswer(api.operations, { ...repeatable, content }, async (firstBegunAt) => {
        const newRunId = callIds(api.operations, { ...repeatable, firstBegunAt })<TestRunId>();
        return { statusCode: 201, body: JSON.stringify(await take(newRunId)) };
      });
      const answer: UploadAnswer = JSON.parse(kept.body);
      return answer;
    }),
);
