import type { ProjectView, TestRunPage } from '@assay/contract';
import { uploadForm } from './uploadForm.ts';
import { passed, startUploads, suite, type UploadsUnderTest } from './uploadsUnderTest.ts';

describe('a rebuild', () => {
  let uploads: UploadsUnderTest;
  beforeAll(async () => {
    uploads = await startUploads();
    await uploadForm(uploads.api, uploads.ids, [{ name: 'r.xml', content: suite(passed('adds')) }]);
    await uploads.api.caughtUp();
  });
  afterAll(() => uploads.api.stop());

  const shown = async () => {
    const { body: page } = await uploads.api.call<TestRunPage>('GET', '/test-runs');
    const { body: projects } = await uploads.api.call<ProjectView[]>('GET', '/projects');
    return { runs: page.testRuns.map(({ id, project }) => [id, project.name]), projects };
  };

  it('is not seen by readers, whichever collection they read', async () => {
    const before = await shown();
    expect(before.runs).toHaveLength(2);
    for (const readModel of ['projects', 'accounts', 'people', 'testRunSummaries']) {
      let isOver = false;
      const rebuilt = uploads.api.rebuild(readModel).finally(() => {
        isOver = true;
      });
      do expect(await shown()).toEqual(before);
      while (!isOver);
      await rebuilt;
      expect(await shown()).toEqual(before);
      await uploads.api.caughtUp();
      expect(await shown()).toEqual(before);
    }
  });
});
