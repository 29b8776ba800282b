import { Readable } from 'node:stream';
import { AgentId, agentProtocol, BlobId } from '@assay/contract';
import { Type } from 'typebox';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { requireOwnAgent } from './requireOwnAgent.ts';

export const putBlob = route({
  method: 'PUT',
  url: '/agents/:agentId/blobs/:sha256',
  summary: 'Upload something bulky under its hash; repeating it is harmless',
  permission: 'agent',
  params: Type.Object({ agentId: AgentId, sha256: BlobId }),
  bodyLimit: agentProtocol.blobLimit,
  status: 204,
  answer: Type.Null(),
  handle: async ({ api, caller, params: { agentId, sha256 }, request }) => {
    await requireOwnAgent(api, caller, agentId);
    if (!(request.body instanceof Readable)) throw new ApiError('request.mediaType');
    await api.operations.blobs.putStream(request.body, { expected: sha256, limit: agentProtocol.blobLimit });
    return null;
  },
});
