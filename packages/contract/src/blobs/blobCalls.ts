import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { FileAnswer } from '../fileAnswer.ts';
import { BlobId } from '../ids.ts';

const getBlobQuery = Type.Object({
  name: Type.String({ maxLength: 300 }),
  type: Type.String({ maxLength: 100 }),
  expires: Type.String({ maxLength: 20, pattern: '^\\d+$' }),
  signature: Type.String({ maxLength: 200 }),
});

export const blobCalls = {
  getBlob: call({
    method: 'GET',
    path: '/blobs/:blobId',
    summary: 'A screenshot, video or file, by a signed URL that expires',
    permission: 'public',
    params: Type.Object({ blobId: BlobId }),
    query: getBlobQuery,
    answer: FileAnswer,
    example: {
      params: { blobId: exampleIds.blob },
      query: { name: 'shot.png', type: 'image/png', expires: '0', signature: 'unsigned' },
    },
  }),
};
