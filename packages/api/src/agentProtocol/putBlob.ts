import { Readable } from 'node:stream';
import { agentProtocol, agentProtocolCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { requireOwnAgent } from './requireOwnAgent.ts';

export const putBlob = route(
  agentProtocolCalls.putBlob,
  async ({ api, caller, params: { agentId, sha256 }, request }) => {
    await requireOwnAgent(api, caller, agentId);
    if (!(request.body instanceof Readable)) throw new ApiError('request.mediaType');
    const { blobs, blobUploads, storage } = api.operations;
    await storage.holdIncoming(sha256);
    await blobs.putStream(request.body, { expected: sha256, limit: agentProtocol.blobLimit });
    await blobUploads.note(caller.tokenId, sha256);
    return null;
  },
);
