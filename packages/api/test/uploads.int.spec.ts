import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { TestResultsPage, TestResultView, TestRunPage, TestRunView, UploadAnswer } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { changeChecksum, zipOf } from '../../../test/support/zipOf.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { type UploadedFile, uploadForm } from './uploadForm.ts';

const suite = (...cases: string[]) => `<testsuite name="s">${cases.join('')}</testsuite>`;
const passed = (name: string) => `<testcase classname="shop.Cart" name="${name}" time="0.5"/>`;
const failed = (name: string) =>
  `<testcase classname="shop.Cart" name="${name}" time="1"><failure message="expected 3">at cart.js:7</failure><system-out>printed</system-out></testcase>`;
const xml = (...cases: string[]): UploadedFile => ({ name: 'results.xml', content: suite(...cases) });
const png = Buffer.from('89504e470d0a1a0a', 'hex');

describe('an upload of results', () => {
  let api: ApiUnderTest;
  let ids: { projectId: string; environmentId: string };
  let stranger: Person;

  beforeAll(async () => {
    api = await startApi();
    const { projectId, environmentId } = await prepareRun(api);
    ids = { projectId, environmentId };
    stranger = await api.newAccount('stranger');
  });
  afterAll(() => api.stop());

  const upload = (...files: UploadedFile[]) => uploadForm(api, ids, files);
  const view = async (id: string) => (await api.call<TestRunView>('GET', `/test-runs/${id}`)).body;
  const tests = async (id: string) =>
    (await api.call<TestResultsPage>('GET', `/test-runs/${id}/results?limit=1000`)).body.tests;
  const test = async (id: string, testId: string) =>
    (await api.call<TestResultView>('GET', `/test-runs/${id}/results/${testId}`)).body;
  const total = async () => (await api.call<TestRunPage>('GET', '/test-runs')).body.total;
  /** Everything stored: events, blobs, temporary files. */
  async function traces() {
    const head = await api.eventLog.head();
    const blobs = await readdir(join(api.dataDir, 'blobs'), { recursive: true });
    const left = await readdir(join(api.dataDir, 'uploads')).catch(() => []);
    return { position: head?.position, blobs: blobs.sort(), left };
  }

  it('is a run like any other, with counts, texts and a verdict', async () => {
    const fields = { ...ids, branch: 'next', commit: 'abc123' };
    const { status, body } = await uploadForm(api, fields, [xml(passed('adds'), failed('pays'))]);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'FAIL',
      repeated: false,
      unreadable: [],
      leftOut: [],
      repaired: [],
      duplicates: [],
      counts: { total: 2, passed: 1, failed: 1, ignored: 0, notRun: 0, flaky: 0, quarantined: 0 },
    });
    expect(await view(body.id)).toMatchObject({
      status: 'FAIL',
      branch: 'next',
      commit: 'abc123',
      totalCount: 2,
      failCount: 1,
      calculatedDuration: 1500,
      createdBy: { email: api.admin.email },
      upload: {
        files: [{ name: 'results.xml', size: expect.any(Number) }],
        notes: [],
      },
    });
    const [adds, pays] = await tests(body.id);
    expect(adds).toMatchObject({ file: 'shop.Cart', name: 'adds', status: 'PASS', duration: 500 });
    expect(await test(body.id, pays?.testId ?? '')).toMatchObject({
      status: 'FAIL',
      error: 'expected 3',
      attemptsDetail: [{ stackTrace: 'at cart.js:7', output: 'printed' }],
    });
  });

  it('adds to the history of each test', async () => {
    await upload(xml(passed('again')));
    const { body } = await upload(xml(failed('again')));
    const [again] = await tests(body.id);
    expect(again?.recent).toMatchObject([{ status: 'PASS' }]);
  });

  it('does not fail because of a quarantined test, unless quarantine is ignored', async () => {
    const first = await upload(xml(passed('calm'), failed('shaky')));
    const shaky = (await tests(first.body.id)).find(({ name }) => name === 'shaky');
    await api.done('PUT', `/projects/${ids.projectId}/tests/${shaky?.testId}/quarantine`, { body: { reason: 'x' } });
    const { body } = await upload(xml(passed('calm'), failed('shaky')));
    expect(body).toMatchObject({ status: 'PASS', counts: { passed: 1, failed: 0, quarantined: 1 } });
    expect(await view(body.id)).toMatchObject({
      quarantineTotalCount: 1,
      quarantineFailCount: 1,
      testCount: 1,
      nothingCouldPass: false,
    });
    const skipped = '<testcase classname="shop.Cart" name="later"><skipped/></testcase>';
    const idle = await upload(xml(failed('shaky'), skipped));
    expect(await view(idle.body.id)).toMatchObject({ status: 'PASS', nothingCouldPass: true });
    const strict = await uploadForm(api, { ...ids, ignoreQuarantine: 'true' }, [xml(passed('calm'), failed('shaky'))]);
    expect(strict.body).toMatchObject({ status: 'FAIL', counts: { failed: 1, quarantined: 0 } });
  });

  it('keeps retries as attempts and marks tests that passed in the end as flaky', async () => {
    const flaky = '<testcase classname="C" name="f"><flakyFailure message="once">at x</flakyFailure></testcase>';
    const { body } = await upload(xml(flaky));
    expect(body).toMatchObject({ status: 'PASS', counts: { flaky: 1 } });
    const [row] = await tests(body.id);
    expect(await test(body.id, row?.testId ?? '')).toMatchObject({
      flaky: true,
      attempts: 2,
      attemptsDetail: [{ status: 'FAIL', error: 'once', stackTrace: 'at x' }, { status: 'PASS' }],
    });
  });

  it('takes several files, gzipped ones and archives together', async () => {
    const { body } = await upload(
      xml(passed('plain')),
      { name: 'more.xml.gz', content: gzipSync(suite(passed('gzipped'))) },
      { name: 'all.zip', content: zipOf({ name: 'a/b.xml', content: suite(passed('zipped')) }) },
    );
    expect(body).toMatchObject({ status: 'PASS', counts: { total: 3 } });
  });

  it('keeps the pictures and videos of an archive with the tests that name them', async () => {
    const note = '<system-out>[[ATTACHMENT|../shots/pay.png]] [[ATTACHMENT|/home/ci/out/pay.webm]]</system-out>';
    const report = suite(`<testcase classname="C" name="pays"><failure message="m"/>${note}</testcase>`);
    const { body } = await upload({
      name: 'report.zip',
      content: zipOf(
        { name: 'junit/results.xml', content: report },
        { name: 'shots/pay.png', content: png },
        { name: 'out/pay.webm', content: 'video' },
        { name: 'shots/of-nobody.png', content: 'other' },
      ),
    });
    const [row] = await tests(body.id);
    const [attempt] = (await test(body.id, row?.testId ?? '')).attemptsDetail;
    expect(attempt?.screenShots).toMatchObject([{ name: 'pay.png', mediaType: 'image/png', size: png.length }]);
    expect(attempt?.videos).toMatchObject([{ name: 'pay.webm' }]);
    const shown = await fetch(`${api.url}${attempt?.screenShots[0]?.url}`);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
  });

  it.each<[string, UploadedFile]>([
    ['text', { name: 'results.xml', content: 'PASS src/cart.test.js' }],
    ['half a report', { name: 'results.xml', content: '<testsuite><testcase name="t"/>' }],
    ['a picture', { name: 'shot.png', content: png }],
    [
      'a damaged archive',
      { name: 'r.zip', content: changeChecksum(zipOf({ name: 'r.xml', content: suite(passed('x')) })) },
    ],
  ])('refuses %s in the texts of the form, and leaves no trace', async (_what, file) => {
    const before = await traces();
    const { status, body } = await upload(file);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        code: 'upload.notJunit',
        message: 'Test run upload failed',
        errors: [
          {
            field: 'file',
            message: 'File upload failed. Please make sure your test results are in JUnit.xml format.',
          },
        ],
      },
    });
    expect(await traces()).toEqual(before);
  });

  it('never passes without any test', async () => {
    const before = await traces();
    const { status, body } = await upload(xml());
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'upload.noResults' });
    expect(await traces()).toEqual(before);
  });

  it('names file, line and column of unreadable input, takes the other files, and does not pass', async () => {
    const broken = { name: 'broken.xml', content: '<testsuite>\n<testcase name="t"></wrong>\n</testsuite>' };
    const { status, body } = await upload(xml(passed('good')), broken);
    expect(status).toBe(201);
    expect(body.unreadable).toEqual([
      { file: 'broken.xml', line: 2, column: expect.any(Number), message: expect.stringMatching(/close|closing/) },
    ]);
    expect(body).toMatchObject({ status: 'FAIL', counts: { total: 1, passed: 1 } });
    expect((await view(body.id)).statusInfo).toContain('broken.xml, line 2');
  });

  it.each([
    ['that counts tests which it does not hold', 'r.xml', '<testsuite tests="6" failures="1"/>', 'unreadable'],
    ['of another dialect', 'r.xml', '<testsuites><test name="t"/></testsuites>', 'unreadable'],
    ['without tests', 'r.xml', '<testsuites tests="0"/>', 'leftOut'],
    [
      'in TRX',
      'r.trx',
      '<TestRun><Results><UnitTestResult testName="t" outcome="Failed"/></Results></TestRun>',
      'failed',
    ],
  ])('never lets another report hide one %s', async (_what, name, content, expected) => {
    const { body } = await upload(xml(passed('good')), { name, content });
    const { unreadable, leftOut, counts, status } = body;
    expect({ status, unreadable: unreadable.length, leftOut: leftOut.length, failed: counts.failed }).toEqual({
      status: expected === 'leftOut' ? 'PASS' : 'FAIL',
      unreadable: Number(expected === 'unreadable'),
      leftOut: Number(expected === 'leftOut'),
      failed: Number(expected === 'failed'),
    });
  });

  it('says in the answer and on the run what it repaired, left out and counted only once', async () => {
    const odd = { name: 'odd.xml', content: suite(passed('vector<int>')) };
    const again = { ...odd, name: 'again.xml' };
    const { body } = await upload(odd, again, { name: 'none.xml', content: '<testsuites/>' });
    expect(body).toMatchObject({
      status: 'PASS',
      counts: { total: 1 },
      repaired: [{ file: 'odd.xml' }],
      duplicates: [{ file: 'again.xml', of: 'odd.xml' }],
      leftOut: ['none.xml'],
    });
    expect((await view(body.id)).upload?.notes).toEqual([
      { file: 'odd.xml', message: expect.stringMatching(/^Repaired: .*<.* &lt;/) },
      { file: 'again.xml', message: expect.stringContaining('odd.xml') },
      { file: 'none.xml', message: 'Left out: it holds no tests.' },
    ]);
  });

  it('keeps the pipeline stage that it names', async () => {
    const stage = await api.done('POST', '/pipeline-stages', { body: { name: 'Uploads' } });
    const { body } = await uploadForm(api, { ...ids, pipelineStageId: stage.id }, [xml(passed('staged'))]);
    expect(await view(body.id)).toMatchObject({ pipelineStageId: stage.id });
    const { testRuns } = (await api.call<TestRunPage>('GET', `/test-runs?pipelineStage=${stage.id}`)).body;
    expect(testRuns.map(({ id }) => id)).toEqual([body.id]);
  });

  it('skips other XML in an archive', async () => {
    const coverage = { name: 'coverage.xml', content: '<coverage/>' };
    const { body } = await upload({
      name: 'reports.zip',
      content: zipOf({ name: 'r.xml', content: suite(passed('x')) }, coverage),
    });
    expect(body).toMatchObject({ status: 'PASS', leftOut: ['coverage.xml'], unreadable: [] });
  });

  it('answers a zip bomb with 413', async () => {
    const zeros = Buffer.alloc(65 * 1024 * 1024);
    const before = await traces();
    const { status, body } = await upload({ name: 'bomb.zip', content: zipOf({ name: 'zeros.png', content: zeros }) });
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'upload.tooLarge' });
    expect(await traces()).toEqual(before);
  });

  it('that is cut off leaves no trace', async () => {
    const before = await traces();
    const sending = request(`${api.url}/api/test-runs-upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.admin.token}`,
        account: api.admin.accountId,
        'content-type': 'multipart/form-data; boundary=cut',
      },
    });
    sending.on('error', () => undefined);
    sending.write('--cut\r\ncontent-disposition: form-data; name="file"; filename="r.xml"\r\n\r\n<testsuite>');
    await eventually(async () => (await traces()).left.length > 0);
    sending.destroy();
    await eventually(async () => (await traces()).left.length === 0);
    expect(await traces()).toEqual(before);
  });

  it('takes a hundred files and no more', async () => {
    const { status, body } = await upload(...Array.from({ length: 101 }, () => xml(passed('one'))));
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'upload.tooLarge' });
  });

  it('needs a project, an environment and a file', async () => {
    const none = await uploadForm(api, {}, [xml(passed('x'))]);
    expect(none.body.errors).toEqual([
      { field: 'projectId', message: "Can't be blank" },
      { field: 'environmentId', message: "Can't be blank" },
    ]);
    const empty = await upload();
    expect(empty.body.errors).toEqual([{ field: 'file', message: "Can't be blank" }]);
    expect((await api.call('POST', '/test-runs-upload', { body: {} })).status).toBe(415);
  });

  it('takes keys in place of ids', async () => {
    const { status } = await uploadForm(api, { projectId: 'shop', environmentId: 'test' }, [xml(passed('x'))]);
    expect(status).toBe(201);
  });

  it('finds no project or environment of another account', async () => {
    const file = xml(passed('x'));
    const theirs = await uploadForm(api, ids, [file], { as: stranger });
    expect(theirs).toMatchObject({ status: 404, body: { code: 'project.notFound' } });
    const environment = await api.done('POST', '/environments', { as: stranger, body: { name: 'E', key: 'e' } });
    const mixed = await uploadForm(api, { ...ids, environmentId: environment.id }, [file]);
    expect(mixed).toMatchObject({ status: 404, body: { code: 'environment.notFound' } });
    expect((await uploadForm(api, ids, [file], { as: null })).status).toBe(401);
  });

  it('is the same run for one Idempotency-Key, and another form with that key is refused', async () => {
    const headers = { 'idempotency-key': 'build-7' };
    const once = await uploadForm(api, ids, [xml(passed('key'))], { headers });
    const twice = await uploadForm(api, ids, [xml(passed('key'))], { headers });
    expect([twice.status, twice.body.id]).toEqual([201, once.body.id]);
    const other = await uploadForm(api, ids, [xml(passed('other'))], { headers });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency.mismatch' } });
  });

  it('is the same run for the same content, if requested', async () => {
    const before = await total();
    const fields = { ...ids, commit: 'c1', onceByContent: 'true' };
    const [a, b] = await Promise.all([
      uploadForm(api, fields, [xml(passed('same'))]),
      uploadForm(api, fields, [xml(passed('same'))]),
    ]);
    const later = await uploadForm(api, fields, [{ ...xml(passed('same')), name: 'renamed.xml' }]);
    expect(new Set([a.body.id, b.body.id, later.body.id]).size).toBe(1);
    expect(later.body).toMatchObject({ repeated: true, status: 'PASS', counts: { total: 1 } });
    const elsewhere = await uploadForm(api, { ...fields, commit: 'c2' }, [xml(passed('same'))]);
    expect(elsewhere.body).toMatchObject({ repeated: false });
    expect(await total()).toBe(before + 2);
  });

  it('cannot be rerun, as no runner ran it', async () => {
    const { body } = await upload(xml(passed('x')));
    const rerun = await api.call('POST', `/test-runs/${body.id}/rerun`, { body: { rerunTestRun: true } });
    expect(rerun).toMatchObject({ status: 409, body: { code: 'testRun.uploaded' } });
  });

  it('may have very many results, each recorded once', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `test ${index}`);
    const { body } = await upload(xml(...names.map((name, index) => (index % 10 === 0 ? failed(name) : passed(name)))));
    expect(body.counts).toMatchObject({ total: 5_000, passed: 4_500, failed: 500 });
    const { body: page } = await api.call<TestResultsPage>('GET', `/test-runs/${body.id}/results?limit=10000`);
    expect(new Set(page.tests.map(({ name }) => name)).size).toBe(5_000);
    expect(page.tests.slice(0, 3).map(({ name }) => name)).toEqual(['test 0', 'test 1', 'test 2']);
  });

  it('of the sample only needs a project and an environment', async () => {
    const answer = await api.done<UploadAnswer>('POST', '/test-runs-upload/sample_pytest', { body: {} });
    expect(answer).toMatchObject({ status: 'FAIL', counts: { total: 12, failed: 2, ignored: 1 } });
    const theirs = await api.call('POST', '/test-runs-upload/sample_pytest', { as: stranger, body: {} });
    expect(theirs).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'projectId', message: "Can't be blank" }] },
    });
  });
});
