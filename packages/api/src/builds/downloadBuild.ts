import { ownBuild } from '@assay/application';
import { buildCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

const expiresInSeconds = 300;
const mediaTypes = { zip: 'application/zip', tar: 'application/x-tar', 'tar.gz': 'application/gzip' } as const;

export const downloadBuild = route(
  buildCalls.downloadBuild,
  async ({ api, caller: { accountId }, params: { id, buildId } }) => {
    const build = await ownBuild(api, accountId, { projectId: id, buildId });
    if (!build) throw new DomainError('build.notFound');
    const { blobId, archive, size, fileName } = build;
    const terms = { name: fileName, mediaType: mediaTypes[archive], expiresInSeconds };
    return { url: api.operations.blobs.signUrl(blobId, terms), fileName, size };
  },
);
