import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../../test/support/eventually.ts';
import { gzipOfZeros } from '../../../test/support/gzipOfZeros.ts';
import { changeChecksum, zipOf } from '../../../test/support/zipOf.ts';
import type { UploadedFile } from './uploadForm.ts';
import { passed, startUploads, suite, type UploadsUnderTest, xml } from './uploadsUnderTest.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');

describe('the files of an upload', () => {
  let uploads: UploadsUnderTest;
  beforeAll(async () => {
    uploads = await startUploads();
  });
  afterAll(() => uploads.api.stop());

  it('takes several files, gzipped ones and archives together', async () => {
    const { body } = await uploads.upload(
      xml(passed('plain')),
      { name: 'more.xml.gz', content: gzipSync(suite(passed('gzipped'))) },
      { name: 'all.zip', content: zipOf({ name: 'a/b.xml', content: suite(passed('zipped')) }) },
    );
    expect(body).toMatchObject({ status: 'PASS', counts: { total: 3 } });
  });

  it('keeps the pictures and videos of an archive with the tests that name them', async () => {
    const note = '<system-out>[[ATTACHMENT|../shots/pay.png]] [[ATTACHMENT|/home/ci/out/pay.webm]]</system-out>';
    const report = suite(`<testcase classname="C" name="pays"><failure message="m"/>${note}</testcase>`);
    const { body } = await uploads.upload({
      name: 'report.zip',
      content: zipOf(
        { name: 'junit/results.xml', content: report },
        { name: 'shots/pay.png', content: png },
        { name: 'out/pay.webm', content: 'video' },
        { name: 'shots/of-nobody.png', content: 'other' },
      ),
    });
    const [row] = await uploads.tests(body.id);
    const [attempt] = (await uploads.test(body.id, row?.testId ?? '')).attemptsDetail;
    expect(attempt?.screenShots).toMatchObject([{ name: 'pay.png', mediaType: 'image/png', size: png.length }]);
    expect(attempt?.videos).toMatchObject([{ name: 'pay.webm' }]);
    const shown = await fetch(`${uploads.api.url}${attempt?.screenShots[0]?.url}`);
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
    const before = await uploads.traces();
    const { status, body } = await uploads.upload(file);
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
    expect(await uploads.traces()).toEqual(before);
  });

  it('never passes without any test', async () => {
    const before = await uploads.traces();
    const { status, body } = await uploads.upload(xml());
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'upload.noResults' });
    expect(await uploads.traces()).toEqual(before);
  });

  it('names file, line and column of unreadable input, takes the other files, and does not pass', async () => {
    const broken = { name: 'broken.xml', content: '<testsuite>\n<testcase name="t"></wrong>\n</testsuite>' };
    const { status, body } = await uploads.upload(xml(passed('good')), broken);
    expect(status).toBe(201);
    expect(body.unreadable).toEqual([
      { file: 'broken.xml', line: 2, column: expect.any(Number), message: expect.stringMatching(/close|closing/) },
    ]);
    expect(body).toMatchObject({ status: 'FAIL', counts: { total: 1, passed: 1 } });
    expect((await uploads.view(body.id)).statusInfo).toContain('broken.xml, line 2');
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
    const { body } = await uploads.upload(xml(passed('good')), { name, content });
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
    const { body } = await uploads.upload(odd, again, { name: 'none.xml', content: '<testsuites/>' });
    expect(body).toMatchObject({
      status: 'PASS',
      counts: { total: 1 },
      repaired: [{ file: 'odd.xml' }],
      duplicates: [{ file: 'again.xml', of: 'odd.xml' }],
      leftOut: ['none.xml'],
    });
    expect((await uploads.view(body.id)).upload?.notes).toEqual([
      { file: 'odd.xml', message: expect.stringMatching(/^Repaired: .*<.* &lt;/) },
      { file: 'again.xml', message: expect.stringContaining('odd.xml') },
      { file: 'none.xml', message: 'Left out: it holds no tests.' },
    ]);
  });

  it('says in the answer and on the run which settings of jest-junit tell tests apart', async () => {
    const file = suite('<testcase classname="cart adds" name="cart adds"/>');
    const content = `<testsuites name="jest tests">${file}${file}</testsuites>`;
    const { body } = await uploads.upload({ name: 'junit.xml', content });
    const hint = { file: 'junit.xml', message: expect.stringContaining('suiteNameTemplate={filepath}') };
    expect(body).toMatchObject({ status: 'PASS', counts: { total: 2 }, hints: [hint] });
    expect((await uploads.view(body.id)).upload?.notes).toEqual([hint]);
  });

  it('skips other XML in an archive', async () => {
    const coverage = { name: 'coverage.xml', content: '<coverage/>' };
    const { body } = await uploads.upload({
      name: 'reports.zip',
      content: zipOf({ name: 'r.xml', content: suite(passed('x')) }, coverage),
    });
    expect(body).toMatchObject({ status: 'PASS', leftOut: ['coverage.xml'], unreadable: [] });
  });

  it('answers a zip bomb with 413', async () => {
    const zeros = Buffer.alloc(65 * 1024 * 1024);
    const before = await uploads.traces();
    const { status, body } = await uploads.upload({
      name: 'bomb.zip',
      content: zipOf({ name: 'zeros.png', content: zeros }),
    });
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'upload.tooLarge' });
    expect(await uploads.traces()).toEqual(before);
  });

  it('answers a gigabyte of gzip with 413', async () => {
    const before = await uploads.traces();
    const { status, body } = await uploads.upload({ name: 'bomb.xml.gz', content: await gzipOfZeros(1024) });
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'upload.tooLarge' });
    expect(body.message).toContain('bomb.xml is too large');
    expect(await uploads.traces()).toEqual(before);
  });

  it('that is cut off leaves no trace', async () => {
    const before = await uploads.traces();
    const sending = request(`${uploads.api.url}/api/test-runs-upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${uploads.api.admin.token}`,
        account: uploads.api.admin.accountId,
        'content-type': 'multipart/form-data; boundary=cut',
      },
    });
    sending.on('error', () => undefined);
    sending.write('--cut\r\ncontent-disposition: form-data; name="file"; filename="r.xml"\r\n\r\n<testsuite>');
    await eventually(async () => (await uploads.traces()).left.length > 0);
    sending.destroy();
    await eventually(async () => (await uploads.traces()).left.length === 0);
    expect(await uploads.traces()).toEqual(before);
  });

  it('takes a hundred files and no more', async () => {
    const { status, body } = await uploads.upload(...Array.from({ length: 101 }, () => xml(passed('one'))));
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'upload.tooLarge' });
  });
});
