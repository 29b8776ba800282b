import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidFields } from '@assay/application';
import { type BlobId, messages, type TestRunId, uploadCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { samplePytest } from './samplePytest.ts';
import { takeUpload } from './takeUpload.ts';
import { inUploadFolder } from './uploadFolder.ts';

const name = 'pytest-sample.xml';

export const uploadSampleRun = route(
  uploadCalls.uploadSampleRun,
  async ({ api, body, caller: { accountId, models }, context, newId, gone, requestId }) => {
    const projectId = body.projectId ?? (await models.projects())[0]?.id;
    const environmentId = body.environmentId ?? (await models.environments())[0]?.view.id;
    if (!projectId) throw new InvalidFields({ field: 'projectId', message: messages.blank });
    if (!environmentId) throw new InvalidFields({ field: 'environmentId', message: messages.blank });
    return inUploadFolder(api, { accountId, id: requestId }, async (folder) => {
      const path = join(folder, name);
      await writeFile(path, samplePytest);
      const sha256 = createHash('sha256').update(samplePytest).digest('hex') as BlobId;
      const files = [{ path, name, size: Buffer.byteLength(samplePytest), sha256 }];
      const received = { fields: new Map(Object.entries({ projectId, environmentId })), files };
      return takeUpload(api, { accountId, received, folder, newRunId: newId<TestRunId>(), gone }, context);
    });
  },
);
