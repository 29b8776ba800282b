import { BuildDownload } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { BuildParams } from './buildParams.ts';
import { ownBuild } from './ownBuild.ts';

const expiresInSeconds = 300;
const mediaTypes = { zip: 'application/zip', tar: 'application/x-tar', 'tar.gz': 'application/gzip' } as const;

export const downloadBuild = route({
  method: 'GET',
  url: '/projects/:id/builds/:buildId/download',
  summary: 'An address under which the archive can be had for five minutes, without a session',
  permission: 'build.read',
  params: BuildParams,
  answer: BuildDownload,
  handle: async ({ api, caller: { accountId }, params: { id, buildId } }) => {
    const build = await ownBuild(api, accountId, { projectId: id, buildId });
    if (!build) throw new DomainError('build.notFound');
    const { blobId, archive, size, fileName } = build;
    const terms = { name: fileName, mediaType: mediaTypes[archive], expiresInSeconds };
    return { url: api.operations.blobs.signUrl(blobId, terms), fileName, size };
  },
});
