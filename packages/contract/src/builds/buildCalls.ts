import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { BuildId, ProjectIdOrKey } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { pagingFields } from '../paging.ts';
import { BuildDownload, BuildPage, BuildView, UploadBuildRequest } from './buildViews.ts';

const projectParams = Type.Object({ id: ProjectIdOrKey });
const listBuildsQuery = Type.Object({
  ...pagingFields(),
});
const buildParams = Type.Object({ id: ProjectIdOrKey, buildId: BuildId });

export const buildCalls = {
  uploadBuild: call({
    method: 'POST',
    path: '/projects/:id/build',
    summary: "Upload an archive to run the project's tests from",
    permission: 'build.write',
    params: projectParams,
    body: UploadBuildRequest,
    mediaType: 'multipart/form-data',
    status: 201,
    answer: CommandAnswer,
    changes: [topics.builds],
    example: { params: { id: exampleIds.project }, body: { file: '', name: 'release-1.4' } },
  }),
  listBuilds: call({
    method: 'GET',
    path: '/projects/:id/builds',
    summary: "A page of a project's builds, newest first",
    permission: 'build.read',
    params: projectParams,
    query: listBuildsQuery,
    answer: BuildPage,
    topic: topics.builds,
    example: { params: { id: exampleIds.project } },
  }),
  getBuild: call({
    method: 'GET',
    path: '/projects/:id/builds/:buildId',
    summary: 'One build',
    permission: 'build.read',
    params: buildParams,
    answer: BuildView,
    example: { params: { id: exampleIds.project, buildId: exampleIds.build } },
  }),
  downloadBuild: call({
    method: 'GET',
    path: '/projects/:id/builds/:buildId/download',
    summary: 'A URL to download the archive, valid for five minutes without a session',
    permission: 'build.read',
    params: buildParams,
    answer: BuildDownload,
    example: { params: { id: exampleIds.project, buildId: exampleIds.build } },
  }),
};
