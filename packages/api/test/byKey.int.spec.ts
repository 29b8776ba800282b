import {
  type AuditEntry,
  type BuildPage,
  type EnvironmentView,
  keyedThingOf,
  type ProjectView,
  requestOf,
  type TestSuiteView,
} from '@assay/contract';
import { IsObject } from 'typebox';
import { zipOf } from '../../../test/support/zipOf.ts';
import { routeTable } from '../src/routeTable.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { uploadBuildForm } from './uploadBuildForm.ts';

const calls = routeTable.map(({ call }) => call);
const ofProjects = calls.filter(({ path }) => path.startsWith('/projects/:id'));
const ofEnvironments = calls.filter(({ path }) => path.startsWith('/environments/:id'));

describe('what has a key', () => {
  let api: ApiUnderTest;
  let other: Person;
  let projectId: string;
  beforeAll(async () => {
    api = await startApi();
    other = await api.newAccount('keys-other');
    projectId = (await api.done('POST', '/projects', { body: { ...shop, name: 'Shop', key: 'shop' } })).id;
  });
  afterAll(() => api.stop());

  const shop = { testingFramework: 'Playwright', gitUrl: '/repositories/shop' };
  const read = async (idOrKey: string, as?: Person) =>
    (await api.call<ProjectView>('GET', `/projects/${idOrKey}`, as ? { as } : {})).body;

  it('may be named by it in every path that takes its id', () => {
    const keyOf = ({ params }: (typeof calls)[number]) =>
      IsObject(params) && params.properties.id ? keyedThingOf(params.properties.id) : null;
    expect(new Set(ofProjects.map(keyOf))).toEqual(new Set(['project']));
    expect(new Set(ofEnvironments.map(keyOf))).toEqual(new Set(['environment']));
  });

  it.each(ofProjects.filter(({ method }) => method === 'GET').map((call) => [call.path, call] as const))(
    'answers by it as by the id: %s',
    async (_, call) => {
      const answerOf = async (id: string) => {
        const example = { ...call.example, params: { ...Object(call.example).params, id } };
        const { status, body } = await api.call('GET', requestOf(call, example).path);
        // What depends on when it was asked is not compared.
        const text = JSON.stringify(body, (name, value) => (name === 'requestId' ? null : value));
        return { status, text: text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '') };
      };
      const byId = await answerOf(projectId);
      expect(await answerOf('shop')).toEqual(byId);
      expect(byId.text).not.toContain('project.notFound');
    },
  );

  it('is read and renamed by it, whatever its case, and what was read can be sent back', async () => {
    const { id, ...shown } = await read('SHOP');
    expect(id).toBe(projectId);
    await api.done('PUT', '/projects/shop', { body: { id, ...shown, name: 'Web shop' } });
    expect(await read(projectId)).toMatchObject({ id, key: 'shop', name: 'Web shop' });
  });

  it('shows what is below it', async () => {
    const archive = { name: 'shop.zip', content: zipOf({ name: 'cart.js', content: 'text' }) };
    const build = await uploadBuildForm(api, 'shop', { name: 'release-1.4' }, archive);
    const builds = await api.call<BuildPage>('GET', '/projects/shop/builds');
    expect(builds.body.builds).toMatchObject([{ id: build.body.id, projectId, name: 'release-1.4' }]);
    const selection = { name: 'Regression', testTimeoutSeconds: 60, timeoutMinutes: 10 };
    const suite = await api.done('POST', '/projects/shop/test-suites', { body: selection });
    const suites = await api.call<TestSuiteView[]>('GET', '/test-suites?projectId=shop');
    expect(suites.body).toMatchObject([{ id: suite.id, projectId, name: 'Regression' }]);
  });

  it('is not there for another account, neither by its key nor by its id', async () => {
    for (const named of ['shop', projectId]) {
      for (const [method, body] of [['GET'], ['PUT', { name: 'Mine' }], ['DELETE']] as const) {
        const answer = await api.call(method, `/projects/${named}`, { as: other, ...(body ? { body } : {}) });
        expect(answer).toMatchObject({ status: 404, body: { code: 'project.notFound' } });
      }
    }
    const theirs = await api.done('POST', '/projects', { as: other, body: { ...shop, name: 'Shop', key: 'shop' } });
    expect([(await read('shop', other)).id, (await read('shop')).id]).toEqual([theirs.id, projectId]);
  });

  it('is found by its id before another one whose key looks like that id', async () => {
    const body = { ...shop, name: 'Looks alike', key: projectId };
    const { id } = await api.done('POST', '/projects', { body });
    expect((await read(projectId)).id).toBe(projectId);
    expect((await read(id)).key).toBe(projectId);
    // The id of another account's project names nothing here, so that it is free as a key.
    await api.done('POST', '/projects', { as: other, body });
    expect((await read(projectId, other)).name).toBe('Looks alike');
  });

  it('is not found by a key that it no longer has', async () => {
    const { id } = await api.done('POST', '/projects', { body: { ...shop, name: 'Gone', key: 'gone' } });
    await api.done('DELETE', '/projects/gone');
    const answers = await Promise.all(
      ['gone', id].map((named) => api.call('PUT', `/projects/${named}`, { body: { name: 'Back' } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('is an environment as well', async () => {
    const { id } = await api.done('POST', '/environments', { body: { name: 'Staging', key: 'staging' } });
    await api.done('PATCH', '/environments/staging', { body: { name: 'Stage' } });
    const listed = (await api.call<EnvironmentView[]>('GET', '/environments')).body;
    expect(listed).toContainEqual(expect.objectContaining({ id, name: 'Stage' }));
    const changes = (await api.call<AuditEntry[]>('GET', '/environments/staging/auditTrail')).body;
    expect(changes[0]).toMatchObject({ field: 'name', newValue: 'Stage' });
    const theirs = await api.call('PATCH', '/environments/staging', { as: other, body: { name: 'Mine' } });
    expect(theirs).toMatchObject({ status: 404, body: { code: 'environment.notFound' } });
    await api.done('DELETE', '/environments/staging');
    expect((await api.call<EnvironmentView[]>('GET', '/environments')).body).toEqual([]);
  });

  it.each(['a%00b', '%F0%9F%92%A5', 'x'.repeat(81), '..%2F..'])('is never %s', async (named) => {
    expect((await api.call('GET', `/projects/${named}`)).status).toBe(400);
  });

  it('is said in the description of the interface', async () => {
    const { body } = await api.call<{ paths: Record<string, Record<string, { parameters: object[] }>> }>(
      'GET',
      '/openapi.json',
    );
    const id = (path: string, method: string) =>
      body.paths[path]?.[method]?.parameters.find((parameter) => Object(parameter).name === 'id');
    expect(id('/api/projects/{id}/builds', 'get')).toMatchObject({ description: "the project's id or key" });
    expect(id('/api/environments/{id}', 'patch')).toMatchObject({ description: "the environment's id or key" });
  });
});
