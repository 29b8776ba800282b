import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BuildDownload,
  type BuildPage,
  type BuildView,
  type GenerateApiKeyAnswer,
  messages,
  type TestRunPage,
  type TestRunView,
} from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { changeChecksum, zipOf } from '../../../test/support/zipOf.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadBuildForm } from './uploadBuildForm.ts';

const MiB = 1024 * 1024;
const zip = (text = 'text') => zipOf({ name: 'shop/cart.js', content: text }, { name: 'README.md', content: '' });

describe('a build', () => {
  let api: ApiUnderTest;
  let projectId: string;
  let withoutRepository: string;
  let user: Person;
  let stranger: Person;

  beforeAll(async () => {
    api = await startApi({ buildBytes: 2 * MiB });
    ({ projectId } = await prepareRun(api));
    const body = { name: 'Compiled', key: 'compiled', testingFramework: 'Playwright' };
    withoutRepository = (await api.done('POST', '/projects', { body })).id;
    user = await api.newPerson(api.admin.accountId, 'USER');
    stranger = await api.newAccount('stranger');
  });
  afterAll(() => api.stop());

  const upload = (fields: Record<string, string>, content: Buffer | null = zip(), name = 'shop.zip') =>
    uploadBuildForm(api, projectId, fields, content && { name, content });
  const list = async (query = '') => (await api.call<BuildPage>('GET', `/projects/${projectId}/builds${query}`)).body;
  const view = async (id: string) => (await api.call<BuildView>('GET', `/projects/${projectId}/builds/${id}`)).body;
  /** Everything stored: events, blobs, temporary files. */
  async function traces() {
    const head = await api.eventLog.head();
    const blobs = await readdir(join(api.dataDir, 'blobs'), { recursive: true });
    const left = await readdir(join(api.dataDir, 'uploads')).catch(() => []);
    return { position: head?.position, blobs: blobs.sort(), left };
  }

  it('is stored as sent, by users and API keys too', async () => {
    const content = zip('by a user');
    const fields = { name: ' 1.4.0 ', branch: 'next', commit: 'abc123' };
    const sent = await uploadBuildForm(api, projectId, fields, { name: 'out\\shop.zip', content }, { as: user });
    expect(sent.status).toBe(201);
    expect(await view(sent.body.id)).toMatchObject({
      projectId,
      name: '1.4.0',
      branch: 'next',
      commit: 'abc123',
      fileName: 'shop.zip',
      archive: 'zip',
      size: content.length,
      fileCount: 2,
      unpackedSize: 9,
      createdBy: { email: user.email },
    });
    const { key } = await api.done<GenerateApiKeyAnswer>('POST', '/account/api-key');
    const file = { name: 'shop.zip', content };
    const byKey = await uploadBuildForm(api, projectId, { name: 'nightly' }, file, { as: { token: key } });
    expect(byKey.status).toBe(201);
    expect(await view(byKey.body.id)).toMatchObject({ name: 'nightly', branch: null, commit: null });
  });

  it('is listed newest first, in pages, only in its project', async () => {
    const before = (await list()).total;
    for (const name of ['one', 'two', 'three']) await upload({ name });
    const page = await list('?limit=2');
    expect(page).toMatchObject({ total: before + 3, builds: [{ name: 'three' }, { name: 'two' }] });
    expect((await list('?limit=1&offset=2')).builds).toMatchObject([{ name: 'one' }]);
    const other = await api.call<BuildPage>('GET', `/projects/${withoutRepository}/builds`);
    expect(other.body).toMatchObject({ total: 0, builds: [] });
    const id = page.builds[0]?.id;
    expect((await api.call('GET', `/projects/${withoutRepository}/builds/${id}`)).status).toBe(404);
  });

  it('can be downloaded under a signed URL that expires', async () => {
    const content = zip('to be downloaded');
    const { id } = (await upload({ name: 'whole' }, content)).body;
    const { body } = await api.call<BuildDownload>('GET', `/projects/${projectId}/builds/${id}/download`);
    expect(body).toMatchObject({ fileName: 'shop.zip', size: content.length });
    const answer = await fetch(api.url + body.url);
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="shop.zip"');
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect((await fetch(`${api.url}${body.url.replace('shop.zip', 'other.zip')}`)).status).toBe(404);
  });

  it('is one build, however often it is sent under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'pipeline-17' };
    const send = () =>
      uploadBuildForm(api, projectId, { name: 'once' }, { name: 'a.zip', content: zip('1') }, { headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.body.id]).toEqual([201, first.body.id]);
    expect((await list()).builds.filter(({ name }) => name === 'once')).toHaveLength(1);
  });

  const refused: [
    what: string,
    fields: Record<string, string>,
    content: Buffer | null,
    status: number,
    code: string,
  ][] = [
    ['without a name', {}, zip(), 400, 'request.invalid'],
    ['without a file', { name: 'x' }, null, 400, 'request.invalid'],
    ['with a branch that is too long', { name: 'x', branch: 'b'.repeat(251) }, zip(), 400, 'request.invalid'],
    ['with a name that turns its own direction', { name: 'x\u202egnp' }, zip(), 400, 'request.invalid'],
    ['that is not an archive', { name: 'x' }, Buffer.from('MZ, a program'), 400, 'build.unreadable'],
    ['that is cut off', { name: 'x' }, zip('x'.repeat(500)).subarray(0, 60), 400, 'build.unreadable'],
    ['that is damaged', { name: 'x' }, changeChecksum(zip()), 400, 'build.unreadable'],
    ['that climbs out of its folder', { name: 'x' }, zipOf({ name: '../out', content: '' }), 400, 'build.unsafe'],
    ['that is a bomb', { name: 'x' }, zipOf({ name: 'a', content: Buffer.alloc(80 * MiB) }), 413, 'build.tooLarge'],
    ['that is larger than allowed', { name: 'x' }, Buffer.alloc(2 * MiB + 1), 413, 'upload.tooLarge'],
  ];
  it.each(refused)('%s is refused and leaves no trace', async (_what, fields, content, status, code) => {
    const before = await traces();
    const answer = await upload(fields, content);
    expect(answer).toMatchObject({ status, body: { code, message: expect.stringMatching(/\w/) } });
    expect(await traces()).toEqual(before);
  });

  it.each([
    ['ends before its last boundary', '; boundary=end'],
    ['names no boundary', ''],
  ])('in a form that %s is refused and leaves no trace', async (_what, boundary) => {
    const before = await traces();
    const head = '--end\r\ncontent-disposition: form-data; name="file"; filename="shop.zip"\r\n\r\n';
    const answer = await api.call('POST', `/projects/${projectId}/build`, {
      headers: { 'content-type': `multipart/form-data${boundary}` },
      body: Buffer.concat([Buffer.from(head), zip()]),
    });
    const message = expect.stringContaining('Send it whole, as multipart/form-data.');
    expect(answer).toMatchObject({ status: 400, body: { code: 'upload.unreadable', message } });
    expect(await traces()).toEqual(before);
  });

  it('of another account is not found, and cannot be uploaded there', async () => {
    const { id } = (await upload({ name: 'ours' })).body;
    const place = `/projects/${projectId}/builds`;
    for (const path of [place, `${place}/${id}`, `${place}/${id}/download`]) {
      expect((await api.call('GET', path, { as: stranger })).status).toBe(404);
    }
    const file = { name: 'a.zip', content: zip() };
    const theirs = await uploadBuildForm(api, projectId, { name: 'theirs' }, file, { as: stranger });
    expect(theirs).toMatchObject({ status: 404, body: { code: 'project.notFound' } });
  });

  it('is the source of a run and its reruns', async () => {
    const { id: buildId } = (await upload({ name: '2.0', branch: 'release', commit: 'fedcba' })).body;
    const body = { project: 'shop', environment: 'test', buildId };
    const { id } = await api.done('POST', '/test-runs', { body });
    const shown = { build: { id: buildId, name: '2.0' }, branch: 'release', commit: 'fedcba' };
    expect((await api.call<TestRunView>('GET', `/test-runs/${id}`)).body).toMatchObject(shown);
    await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
    const again = await api.done('POST', `/test-runs/${id}/rerun`, { body: { rerunTestRun: true } });
    expect((await api.call<TestRunView>('GET', `/test-runs/${again.id}`)).body).toMatchObject(shown);
    const { state } = await api.eventLog.load(testRunDecider, again.id);
    expect(state).toMatchObject({ request: { build: { buildId }, ref: null } });
    const ofBuild = await api.call<TestRunPage>('GET', `/test-runs?build=${buildId}`);
    expect(ofBuild.body.testRuns.map((run) => run.id)).toEqual([again.id, id]);
    expect((await api.call<TestRunPage>('GET', '/test-runs?build=another')).body.testRuns).toEqual([]);
  });

  it('must be chosen if there is no repository, and belong to the project', async () => {
    const { id: buildId } = (await upload({ name: 'of the shop' })).body;
    const missing = { status: 400, body: { errors: [{ field: 'buildId', message: messages.selectBuild }] } };
    const run = (project: string, build?: string | null) =>
      api.call('POST', '/test-runs', { body: { project, environment: 'test', buildId: build } });
    expect(await run('compiled')).toMatchObject(missing);
    expect(await run('compiled', null)).toMatchObject(missing);
    expect(await run('compiled', buildId)).toMatchObject(missing);
    expect(await run('shop', 'no-such-build')).toMatchObject(missing);
    expect((await run('shop')).status).toBe(201);
    const project = await api.call('GET', `/projects/${withoutRepository}`);
    expect(project.body).toMatchObject({ gitUrl: null, hasRepo: false, hasBuildArtifacts: true });
    const branches = await api.call('GET', `/projects/${withoutRepository}/branches`);
    expect(branches).toMatchObject({ status: 409, body: { code: 'git.missing' } });
  });

  it('is stored once, whoever sends it again', async () => {
    const content = zip('the very same');
    const blobId = createHash('sha256').update(content).digest('hex');
    await upload({ name: 'a' }, content);
    await upload({ name: 'b' }, content);
    expect(await readdir(join(api.dataDir, 'blobs', blobId.slice(0, 2)))).toEqual([blobId]);
  });
});
