import type {
  EndingQuarantine,
  TestHistory,
  TestResultsPage,
  TestRunPage,
  TestRunView,
  UploadAnswer,
} from '@assay/contract';
import type { Person } from './apiUnderTest.ts';
import { type UploadedFile, uploadForm } from './uploadForm.ts';
import { failed, passed, startUploads, type UploadsUnderTest, xml } from './uploadsUnderTest.ts';

describe('an upload of results', () => {
  let uploads: UploadsUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    uploads = await startUploads();
    stranger = await uploads.api.newAccount('stranger');
  });
  afterAll(() => uploads.api.stop());

  it('is a run like any other, with counts, texts and a verdict', async () => {
    const fields = { ...uploads.ids, branch: 'next', commit: 'abc123' };
    const { status, body } = await uploadForm(uploads.api, fields, [xml(passed('adds'), failed('pays'))]);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'FAIL',
      repeated: false,
      unreadable: [],
      leftOut: [],
      repaired: [],
      hints: [],
      duplicates: [],
      counts: { total: 2, passed: 1, failed: 1, ignored: 0, notRun: 0, flaky: 0, quarantined: 0 },
    });
    expect(await uploads.view(body.id)).toMatchObject({
      status: 'FAIL',
      branch: 'next',
      commit: 'abc123',
      totalCount: 2,
      failCount: 1,
      calculatedDuration: 1500,
      createdBy: { email: uploads.api.admin.email },
      upload: {
        files: [{ name: 'results.xml', size: expect.any(Number) }],
        notes: [],
      },
    });
    const [adds, pays] = await uploads.tests(body.id);
    expect(adds).toMatchObject({ file: 'shop.Cart', name: 'adds', status: 'PASS', duration: 500 });
    expect(await uploads.test(body.id, pays?.testId ?? '')).toMatchObject({
      status: 'FAIL',
      error: 'expected 3',
      attemptsDetail: [{ stackTrace: 'at cart.js:7', output: 'printed' }],
    });
  });

  it('is refused for a branch that turns its own direction, and leaves no trace', async () => {
    const before = await uploads.traces();
    const { status, body } = await uploadForm(uploads.api, { ...uploads.ids, branch: 'x\u202egnp' }, [
      xml(passed('x')),
    ]);
    const message = 'Has characters that cannot be seen';
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ field: 'branch', message }] });
    expect(await uploads.traces()).toEqual(before);
  });

  it('adds to the history of each test', async () => {
    await uploads.upload(xml(passed('again')));
    const { body } = await uploads.upload(xml(failed('again')));
    const [again] = await uploads.tests(body.id);
    expect(again?.recent).toMatchObject([{ status: 'PASS' }]);
  });

  it('adds to the history of each test over all branches, which another account cannot read', async () => {
    const fields = { ...uploads.ids, commit: 'abc123' };
    await uploadForm(uploads.api, { ...fields, branch: 'main' }, [xml(passed('tells'))]);
    const { body } = await uploadForm(uploads.api, { ...fields, branch: 'next' }, [xml(failed('tells'))]);
    const [tells] = await uploads.tests(body.id);
    const path = `/projects/${uploads.ids.projectId}/tests/${tells?.testId}/history`;
    const history = await uploads.api.call<TestHistory>('GET', path);
    expect(history.body).toMatchObject({
      results: [
        { testRunId: body.id, status: 'FAIL', branch: 'next', commit: 'abc123' },
        { status: 'PASS', branch: 'main' },
      ],
      defaultBranch: expect.any(String),
    });
    expect((await uploads.api.call('GET', path, { as: stranger })).status).toBe(404);
  });

  it('does not fail because of a quarantined test, unless quarantine is ignored', async () => {
    const first = await uploads.upload(xml(passed('calm'), failed('shaky')));
    const shaky = (await uploads.tests(first.body.id)).find(({ name }) => name === 'shaky');
    await uploads.api.done('PUT', `/projects/${uploads.ids.projectId}/tests/${shaky?.testId}/quarantine`, {
      body: { reason: 'x' },
    });
    const { body } = await uploads.upload(xml(passed('calm'), failed('shaky')));
    expect(body).toMatchObject({ status: 'PASS', counts: { passed: 1, failed: 0, quarantined: 1 } });
    expect(await uploads.view(body.id)).toMatchObject({
      quarantineTotalCount: 1,
      quarantineFailCount: 1,
      testCount: 1,
      nothingCouldPass: false,
    });
    const skipped = '<testcase classname="shop.Cart" name="later"><skipped/></testcase>';
    const idle = await uploads.upload(xml(failed('shaky'), skipped));
    expect(await uploads.view(idle.body.id)).toMatchObject({ status: 'PASS', nothingCouldPass: true });
    const strict = await uploadForm(uploads.api, { ...uploads.ids, ignoreQuarantine: 'true' }, [
      xml(passed('calm'), failed('shaky')),
    ]);
    expect(strict.body).toMatchObject({ status: 'FAIL', counts: { failed: 1, quarantined: 0 } });
  });

  it('is kept out of the verdict until a time that is still to come, by a member who sees to it', async () => {
    const first = await uploads.upload(xml(failed('limps')));
    const [limps] = await uploads.tests(first.body.id);
    const quarantine = `/projects/${uploads.ids.projectId}/tests/${limps?.testId}/quarantine`;
    const refused = (body: object) => uploads.api.call('PUT', quarantine, { body });
    expect(await refused({ until: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      status: 400,
      body: { code: 'quarantine.endsInThePast', errors: [{ field: 'until' }] },
    });
    expect(await refused({ ownerUserId: 'nobody' })).toMatchObject({
      status: 400,
      body: { code: 'quarantine.ownerNotFound', errors: [{ field: 'ownerUserId' }] },
    });
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await uploads.api.done('PUT', quarantine, { body: { reason: 'x', until } });
    const ending = () => uploads.api.done<EndingQuarantine[]>('GET', '/quarantined-tests/ending');
    expect(await ending()).toMatchObject([{ name: 'limps', until, reason: 'x', testRunId: first.body.id }]);
    await uploads.api.done('PUT', quarantine, { body: { until: null } });
    expect(await ending()).toEqual([]);
  });

  it('keeps retries as attempts and marks tests that passed in the end as flaky', async () => {
    const flaky = '<testcase classname="C" name="f"><flakyFailure message="once">at x</flakyFailure></testcase>';
    const { body } = await uploads.upload(xml(flaky));
    expect(body).toMatchObject({ status: 'PASS', counts: { flaky: 1 } });
    const [row] = await uploads.tests(body.id);
    expect(await uploads.test(body.id, row?.testId ?? '')).toMatchObject({
      flaky: true,
      attempts: 2,
      attemptsDetail: [{ status: 'FAIL', error: 'once', stackTrace: 'at x' }, { status: 'PASS' }],
    });
  });

  it('keeps the pipeline stage that it names', async () => {
    const stage = await uploads.api.done('POST', '/pipeline-stages', { body: { name: 'Uploads' } });
    const { body } = await uploadForm(uploads.api, { ...uploads.ids, pipelineStageId: stage.id }, [
      xml(passed('staged')),
    ]);
    expect(await uploads.view(body.id)).toMatchObject({
      pipelineStageId: stage.id,
      pipelineStageName: 'Uploads',
    });
    const { testRuns } = (await uploads.api.call<TestRunPage>('GET', `/test-runs?pipelineStage=${stage.id}`)).body;
    expect(testRuns.map(({ id }) => id)).toEqual([body.id]);
  });

  it('needs a project, an environment and a file', async () => {
    const none = await uploadForm(uploads.api, {}, [xml(passed('x'))]);
    expect(none.body.errors).toEqual([
      { field: 'projectId', message: "Can't be blank" },
      { field: 'environmentId', message: "Can't be blank" },
    ]);
    const empty = await uploads.upload();
    expect(empty.body.errors).toEqual([{ field: 'file', message: "Can't be blank" }]);
    expect((await uploads.api.call('POST', '/test-runs-upload', { body: {} })).status).toBe(415);
  });

  it('takes keys in place of ids', async () => {
    const { status } = await uploadForm(uploads.api, { projectId: 'shop', environmentId: 'test' }, [xml(passed('x'))]);
    expect(status).toBe(201);
  });

  it('finds no project or environment of another account', async () => {
    const file = xml(passed('x'));
    const theirs = await uploadForm(uploads.api, uploads.ids, [file], { as: stranger });
    expect(theirs).toMatchObject({ status: 404, body: { code: 'project.notFound' } });
    const environment = await uploads.api.done('POST', '/environments', {
      as: stranger,
      body: { name: 'E', key: 'e' },
    });
    const mixed = await uploadForm(uploads.api, { ...uploads.ids, environmentId: environment.id }, [file]);
    expect(mixed).toMatchObject({ status: 404, body: { code: 'environment.notFound' } });
    expect((await uploadForm(uploads.api, uploads.ids, [file], { as: null })).status).toBe(401);
  });

  it('is the same run for one Idempotency-Key, and another form with that key is refused', async () => {
    const headers = { 'idempotency-key': 'build-7' };
    const once = await uploadForm(uploads.api, uploads.ids, [xml(passed('key'))], { headers });
    const twice = await uploadForm(uploads.api, uploads.ids, [xml(passed('key'))], { headers });
    expect([twice.status, twice.body.id]).toEqual([201, once.body.id]);
    const other = await uploadForm(uploads.api, uploads.ids, [xml(passed('other'))], { headers });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency.mismatch' } });
  });

  it('are the same with an idempotency key from any folder, and take only whole paths of folders', async () => {
    const headers = { 'idempotency-key': 'build-8' };
    const from = (folders: object, options = {}) =>
      uploadForm(uploads.api, { ...uploads.ids, ...folders }, [xml(passed('anywhere'))], options);
    const first = await from({ startedIn: '/builds/1' }, { headers });
    expect((await from({ startedIn: 'D:\\builds\\2' }, { headers })).body.id).toBe(first.body.id);
    const { status, body } = await from({ root: '../shop' });
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([400, ['root']]);
  });

  it.each(['startedIn', 'root'] as const)(
    'keep the history of a test in the changing folders of CI, as %s says them',
    async (field) => {
      const at = (folder: string): [Record<string, string>, UploadedFile] => {
        const file = `${folder}/test/${field}.spec.js`;
        const test = { title: 'adds', fullTitle: 'cart adds', file, duration: 1, currentRetry: 0, err: {} };
        const stats = { suites: 1, tests: 1, passes: 1, pending: 0, failures: 0 };
        return [{ [field]: folder }, { name: 'report.json', content: JSON.stringify({ stats, tests: [test] }) }];
      };
      const ids: string[] = [];
      for (const folder of ['/builds/shop/web', '/builds/tmp-7/shop/frontend/web', 'C:\\builds\\2\\web']) {
        const [fields, file] = at(folder);
        const { body } = await uploadForm(uploads.api, { ...uploads.ids, ...fields }, [file]);
        const [test] = await uploads.tests(body.id);
        expect(test).toMatchObject({ file: `test/${field}.spec.js` });
        ids.push(test?.testId ?? '');
      }
      expect(new Set(ids).size).toBe(1);
      const history = await uploads.api.call<TestHistory>(
        'GET',
        `/projects/${uploads.ids.projectId}/tests/${ids[0]}/history`,
      );
      expect(history.body.results).toHaveLength(3);
    },
  );

  it('fails a run whose command failed although no test did', async () => {
    const verdict = async (exitCode: string, content: string) => {
      const { status, body } = await uploadForm(uploads.api, { ...uploads.ids, exitCode }, [xml(content)]);
      return status === 201 ? body.status : body.errors?.map(({ field }) => field);
    };
    expect(await verdict('0', passed('of a good command'))).toBe('PASS');
    expect(await verdict('3', passed('of a bad command'))).toBe('FAIL');
    expect(await verdict('-1073741510', passed('of a command of Windows'))).toBe('FAIL');
    expect(await verdict('three', passed('of no command'))).toEqual(['exitCode']);
    const { body } = await uploadForm(uploads.api, { ...uploads.ids, exitCode: '3' }, [xml(passed('why'))]);
    const run = await uploads.api.call<TestRunView>('GET', `/test-runs/${body.id}`);
    expect(run.body.statusInfo).toBe(
      'The command ended with exit code 3, but no test in its reports failed. Its output says why.',
    );
  });

  it('is the same run for the same content, if requested', async () => {
    const before = await uploads.total();
    const fields = { ...uploads.ids, commit: 'c1', onceByContent: 'true' };
    const [a, b] = await Promise.all([
      uploadForm(uploads.api, fields, [xml(passed('same'))]),
      uploadForm(uploads.api, fields, [xml(passed('same'))]),
    ]);
    const later = await uploadForm(uploads.api, fields, [{ ...xml(passed('same')), name: 'renamed.xml' }]);
    expect(new Set([a.body.id, b.body.id, later.body.id]).size).toBe(1);
    expect(later.body).toMatchObject({ repeated: true, status: 'PASS', counts: { total: 1 } });
    const elsewhere = await uploadForm(uploads.api, { ...fields, commit: 'c2' }, [xml(passed('same'))]);
    expect(elsewhere.body).toMatchObject({ repeated: false });
    expect(await uploads.total()).toBe(before + 2);
  });

  it('cannot be rerun, as no runner ran it', async () => {
    const { body } = await uploads.upload(xml(passed('x')));
    const rerun = await uploads.api.call('POST', `/test-runs/${body.id}/rerun`, { body: { rerunTestRun: true } });
    expect(rerun).toMatchObject({ status: 409, body: { code: 'testRun.uploaded' } });
  });

  it('may have very many results, each recorded once', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `test ${index}`);
    const { body } = await uploads.upload(
      xml(...names.map((name, index) => (index % 10 === 0 ? failed(name) : passed(name)))),
    );
    expect(body.counts).toMatchObject({ total: 5_000, passed: 4_500, failed: 500 });
    const { body: page } = await uploads.api.call<TestResultsPage>('GET', `/test-runs/${body.id}/results?limit=10000`);
    expect(new Set(page.tests.map(({ name }) => name)).size).toBe(5_000);
    expect(page.tests.slice(0, 3).map(({ name }) => name)).toEqual(['test 0', 'test 1', 'test 2']);
  });

  it('of the sample only needs a project and an environment', async () => {
    const answer = await uploads.api.done<UploadAnswer>('POST', '/test-runs-upload/sample_pytest', { body: {} });
    expect(answer).toMatchObject({ status: 'FAIL', counts: { total: 12, failed: 2, ignored: 1 } });
    const theirs = await uploads.api.call('POST', '/test-runs-upload/sample_pytest', { as: stranger, body: {} });
    expect(theirs).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'projectId', message: "Can't be blank" }] },
    });
  });
});
