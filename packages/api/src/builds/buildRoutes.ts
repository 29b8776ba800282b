import { ownBuild } from '@assay/application';
import { type BuildId, buildCalls, type CommandAnswer, limits } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { callIds } from '../http/callIds.ts';
import { idempotentAnswer } from '../http/idempotentAnswer.ts';
import { idempotencyKeyOf } from '../http/revisions.ts';
import { type Route, route } from '../http/route.ts';
import { receiveUpload } from '../uploads/receiveUpload.ts';
import { inUploadFolder } from '../uploads/uploadFolder.ts';
import { takeBuild } from './takeBuild.ts';

const listBuilds = route(
  buildCalls.listBuilds,
  async ({ api, caller, params: { id }, query: { offset = 0, limit = limits.pageOfBuilds } }) => {
    await api.owners.requireOwn(`project-${id}`, caller.accountId, 'project.notFound');
    return caller.models.buildPage(id, { offset, limit });
  },
);

const getBuild = route(buildCalls.getBuild, async ({ caller, params: { id, buildId } }) => {
  const build = await caller.models.build(id, buildId);
  if (!build) throw new DomainError('build.notFound');
  return build;
});

const expiresInSeconds = 300;
const mediaTypes = { zip: 'application/zip', tar: 'application/x-tar', 'tar.gz': 'application/gzip' } as const;

const downloadBuild = route(
  buildCalls.downloadBuild,
  async ({ api, caller: { accountId }, params: { id, buildId } }) => {
    const build = await ownBuild(api, accountId, { projectId: id, buildId });
    if (!build) throw new DomainError('build.notFound');
    const { blobId, archive, size, fileName } = build;
    const terms = { name: fileName, mediaType: mediaTypes[archive], expiresInSeconds };
    return { url: api.operations.blobs.signUrl(blobId, terms), fileName, size };
  },
);

const uploadBuild = route(
  buildCalls.uploadBuild,
  async ({ api, caller: { accountId }, params: { id: projectId }, context, newId, request }) => {
    // Checked before anything is received, so that no caller fills the disk for another account's project.
    await api.owners.requireOwn(`project-${projectId}`, accountId, 'project.notFound');
    return inUploadFolder(api, { accountId, id: request.id }, async (folder) => {
      const received = await receiveUpload(request, folder, api.config.buildBytes);
      const take = (buildId: BuildId) => takeBuild(api, { accountId, projectId, buildId, received }, context);
      const key = idempotencyKeyOf(request.headers['idempotency-key']);
      if (key === null) return take(newId());
      const repeatable = { scope: `${accountId} POST /projects/:id/build`, key };
      const files = received.files.map(({ name, sha256 }) => [name, sha256]);
      const content = [projectId, [...received.fields].sort(), files];
      const kept = await idempotentAnswer(api.operations, { ...repeatable, content }, async (firstBegunAt) => {
        const buildId = callIds(api.operations, { ...repeatable, firstBegunAt })<BuildId>();
        return { statusCode: 201, body: JSON.stringify(await take(buildId)) };
      });
      const answer: CommandAnswer = JSON.parse(kept.body);
      return answer;
    });
  },
);

export const buildRoutes: readonly Route[] = [listBuilds, getBuild, downloadBuild, uploadBuild];
