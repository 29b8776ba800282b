import { call } from '../call.ts';
import { topics } from '../live/topics.ts';
import { UploadAnswer, UploadSampleRequest, UploadTestRunRequest } from './uploadViews.ts';

export const uploadCalls = {
  uploadTestRun: call({
    method: 'POST',
    path: '/test-runs-upload',
    summary: 'Upload results that were made elsewhere (JUnit XML) as a test run',
    permission: 'testRun.write',
    feature: 'upload',
    body: UploadTestRunRequest,
    mediaType: 'multipart/form-data',
    status: 201,
    answer: UploadAnswer,
    changes: [topics.testRuns],
    example: { body: { projectId: 'shop', environmentId: 'test', file: '' } },
  }),
  uploadSampleRun: call({
    method: 'POST',
    path: '/test-runs-upload/sample_pytest',
    summary: "Upload a sample run, by default for the account's first project and environment",
    permission: 'testRun.write',
    feature: 'upload',
    body: UploadSampleRequest,
    status: 201,
    answer: UploadAnswer,
    changes: [topics.testRuns],
    example: { body: { projectId: 'shop', environmentId: 'test' } },
  }),
};
