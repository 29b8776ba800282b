import { type BuildId, buildCalls, type CommandAnswer } from '@assay/contract';
import { callIds } from '../http/callIds.ts';
import { idempotentAnswer } from '../http/idempotentAnswer.ts';
import { idempotencyKeyOf } from '../http/revisions.ts';
import { route } from '../http/route.ts';
import { receiveUpload } from '../uploads/receiveUpload.ts';
import { inUploadFolder } from '../uploads/uploadFolder.ts';
import { takeBuild } from './takeBuild.ts';

export const uploadBuild = route(
  buildCalls.uploadBuild,
  async ({ api, caller: { accountId }, params: { id: projectId }, context, newId, request }) => {
    // Checked before anything is received, so that nobody fills the disk for another account's project.
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
