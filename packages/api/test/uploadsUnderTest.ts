import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestResultsPage, TestResultView, TestRunPage, TestRunView } from '@assay/contract';
import { type ApiUnderTest, type StartOptions, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { type UploadedFile, uploadForm } from './uploadForm.ts';

export const suite = (...cases: string[]) => `<testsuite name="s">${cases.join('')}</testsuite>`;
export const passed = (name: string) => `<testcase classname="shop.Cart" name="${name}" time="0.5"/>`;
export const failed = (name: string) =>
  `<testcase classname="shop.Cart" name="${name}" time="1"><failure message="expected 3">at cart.js:7</failure><system-out>printed</system-out></testcase>`;
export const xml = (...cases: string[]): UploadedFile => ({ name: 'results.xml', content: suite(...cases) });

/** An api with a project and an environment to upload results to, and what is read of them. */
export async function startUploads(options: StartOptions = {}) {
  const api: ApiUnderTest = await startApi(options);
  const { projectId, environmentId } = await prepareRun(api);
  const ids = { projectId, environmentId };
  const get = async <Body>(path: string) => (await api.call<Body>('GET', path)).body;
  return {
    api,
    ids,
    upload: (...files: UploadedFile[]) => uploadForm(api, ids, files),
    view: (id: string) => get<TestRunView>(`/test-runs/${id}`),
    tests: async (id: string) => (await get<TestResultsPage>(`/test-runs/${id}/results?limit=1000`)).tests,
    test: (id: string, testId: string) => get<TestResultView>(`/test-runs/${id}/results/${testId}`),
    total: async () => (await get<TestRunPage>('/test-runs')).total,
    /** Everything stored: events, blobs, temporary files. */
    async traces() {
      const head = await api.eventLog.head();
      const blobs = await readdir(join(api.dataDir, 'blobs'), { recursive: true }).catch(() => []);
      const left = await readdir(join(api.dataDir, 'uploads')).catch(() => []);
      return { position: head?.position, blobs: blobs.sort(), left };
    },
  };
}

export type UploadsUnderTest = Awaited<ReturnType<typeof startUploads>>;
