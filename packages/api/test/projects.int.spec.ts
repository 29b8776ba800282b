import type { CommandAnswer, ErrorBody, ProjectView } from '@assay/contract';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { readAtOnce } from './readAtOnce.ts';

describe('projects', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const shop = { name: 'Shop', key: 'shop', gitUrl: '/repositories/shop', testingFramework: 'Playwright' };

  it('are created, changed and archived, which frees name and key', async () => {
    const { id } = await api.done('POST', '/projects', { body: shop });
    const { body: project, headers } = await api.call<ProjectView>('GET', `/projects/${id}`);
    expect(project).toMatchObject({ id, name: 'Shop', key: 'shop', defaultBranch: 'master', testTimeoutSeconds: 900 });
    expect(project).toMatchObject({
      gitProvider: null,
      gitOwner: null,
      gitRepo: null,
      allowParallelizationOption: true,
    });
    expect(headers.etag).toBe(`"${project.revision}"`);

    await api.done('PUT', `/projects/${id}`, { body: { name: 'Big shop', recordVideo: false } });
    const { body: renamed } = await api.call<ProjectView>('GET', `/projects/${id}`);
    expect(renamed).toMatchObject({ name: 'Big shop', recordVideo: false });

    await api.done('DELETE', `/projects/${id}`);
    expect((await api.call<ProjectView[]>('GET', '/projects')).body).toEqual([]);
    const again = await api.call('POST', '/projects', { body: { ...shop, name: 'Big shop' } });
    expect(again.status).toBe(201);
  });

  it('show where their repository is hosted, and whether their files can be split', async () => {
    const gitUrl = 'git@gitlab.com:acme/web/bank.git';
    const { id } = await api.done('POST', '/projects', { body: { ...shop, name: 'Bank', key: 'bank', gitUrl } });
    const view = async () => (await api.call<ProjectView>('GET', `/projects/${id}`)).body;
    expect(await view()).toMatchObject({ gitProvider: 'Gitlab', gitOwner: 'acme/web', gitRepo: 'bank' });
    const moved = { gitUrl: 'https://github.com/acme/bank', testingFramework: 'NightWatch' };
    await api.done('PUT', `/projects/${id}`, { body: moved });
    expect(await view()).toMatchObject({
      gitProvider: 'GitHub',
      gitOwner: 'acme',
      gitRepo: 'bank',
      allowParallelizationOption: false,
    });
    await api.done('DELETE', `/projects/${id}`);
  });

  it('are told everything that is wrong with them at once', async () => {
    const fieldsOf = async (change: object) => {
      const { status, body } = await api.call<ErrorBody>('POST', '/projects', {
        body: { ...shop, name: 'Wrong', key: 'wrong', ...change },
      });
      return { status, fields: body.errors?.map(({ field }) => field) };
    };
    expect(await fieldsOf({ testingFramework: 'Other' })).toEqual({
      status: 400,
      fields: ['otherFramework', 'testCommand', 'resultFiles'],
    });
    expect(await fieldsOf({ testingFramework: 'NUnit', usingSelenium: null, usingDotnetCore: null })).toEqual({
      status: 400,
      fields: ['usingSelenium', 'usingDotnetCore', 'testArtifacts'],
    });
    const wrong = ['description', 'gitUrl', 'testTags', 'command', 'recordVideo', 'usingSelenium', 'testPackages'];
    const more = ['name', 'key', 'testingFramework', 'defaultBranch', 'workingDirectory', 'configFile'];
    const all = [...wrong, ...more];
    const { fields = [] } = await fieldsOf(Object.fromEntries(all.map((field) => [field, 5])));
    expect([...fields].sort()).toEqual([...all].sort());
  });

  it.each([
    [{ name: '' }, 'name', "Can't be blank"],
    [{ key: ' ' }, 'key', "Can't be blank"],
    [{ testingFramework: undefined }, 'testingFramework', 'Select a testing framework'],
    [{ testingFramework: 'Cypress' }, 'testingFrameworkVersion', 'Select a testing framework version'],
    [{ defaultBranch: null }, 'defaultBranch', 'You must select a default branch'],
    [{ testingFramework: 'Other' }, 'otherFramework', 'Enter the name of your testing framework'],
    [{ testingFramework: 'CucumberJS', usingSelenium: null }, 'usingSelenium', 'Select an answer'],
    [{ testingFramework: 'TestNG', usingSelenium: null }, 'usingSelenium', 'Select an answer'],
    [{ testingFramework: 'NUnit', usingSelenium: null }, 'usingSelenium', 'Select an answer'],
    [{ testingFramework: 'NUnit', usingDotnetCore: null }, 'usingDotnetCore', 'Select an answer'],
    [{ testingFramework: 'NUnit' }, 'testArtifacts', 'You must specify at least one DLL containing tests to run'],
    [
      { testingFramework: 'NUnit', testArtifacts: ['shop.exe'] },
      'testArtifacts',
      'Invalid DLL name, the file should end with .dll',
    ],
    [{ testingFramework: 'TestNG' }, 'testPackages', 'You must specify at least one package containing tests to run'],
    [{ testingFramework: 'TestNG', testPackages: ['com.'] }, 'testPackages', 'Invalid package name'],
    [{ testRunTimeoutMinutes: 0 }, 'testRunTimeoutMinutes', 'Must be between 1 and 1440 minutes'],
    [{ testRunTimeoutMinutes: 1441 }, 'testRunTimeoutMinutes', 'Must be between 1 and 1440 minutes'],
    [{ testTimeoutSeconds: 10_801 }, 'testTimeoutSeconds', 'Must be between 1 and 10800 seconds'],
    [{ defaultMaxRunners: 0 }, 'defaultMaxRunners', expect.stringMatching(/^Must be between 1 and \d+$/)],
    [{ defaultMaxRunners: 'all' }, 'defaultMaxRunners', 'Must be a number'],
    [{ gitUrl: 'git.test/a.git' }, 'gitUrl', 'Invalid URL'],
  ])('refuse %j: %s', async (change, field, message) => {
    const body = { ...shop, name: 'Refused', key: 'refused', ...change };
    const answer = await api.call<ErrorBody>('POST', '/projects', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual({ field, message });
  });

  it('have unique names and keys within the account, regardless of case', async () => {
    await api.done('POST', '/projects', { body: { ...shop, name: 'Cart', key: 'cart' } });
    const sameName = await api.call<ErrorBody>('POST', '/projects', {
      body: { ...shop, name: ' cart ', key: 'cart2' },
    });
    expect(sameName.status).toBe(400);
    expect(sameName.body.errors).toEqual([{ field: 'name', message: 'This name is already in use' }]);
    const sameKey = await api.call<ErrorBody>('POST', '/projects', { body: { ...shop, name: 'Cart 2', key: 'CART' } });
    expect(sameKey.body.errors).toEqual([{ field: 'key', message: 'This key is already in use' }]);
    const both = await api.call<ErrorBody>('POST', '/projects', { body: { ...shop, name: 'Cart', key: 'cart' } });
    expect(both.body.errors).toEqual([
      { field: 'name', message: 'This name is already in use' },
      { field: 'key', message: 'This key is already in use' },
    ]);
    // The refused ones keep nothing reserved.
    expect((await api.call('POST', '/projects', { body: { ...shop, name: 'Cart 2', key: 'cart2' } })).status).toBe(201);
    const other = await api.newAccount('projects-other');
    const elsewhere = await api.call('POST', '/projects', { as: other, body: { ...shop, name: 'Cart', key: 'cart' } });
    expect(elsewhere.status).toBe(201);
  });

  it('release the old name when renamed', async () => {
    const { id } = await api.done('POST', '/projects', { body: { ...shop, name: 'Before', key: 'renamed' } });
    await api.done('PUT', `/projects/${id}`, { body: { name: 'After' } });
    expect((await api.call('POST', '/projects', { body: { ...shop, name: 'After', key: 'k1' } })).status).toBe(400);
    expect((await api.call('POST', '/projects', { body: { ...shop, name: 'Before', key: 'k2' } })).status).toBe(201);
  });

  it('cannot be changed by somebody who has not seen the newest revision', async () => {
    const { id, revision } = await api.done('POST', '/projects', { body: { ...shop, name: 'Seen', key: 'seen' } });
    const change = (ifMatch: string, description: string) =>
      api.call<CommandAnswer>('PUT', `/projects/${id}`, { body: { description }, headers: { 'if-match': ifMatch } });
    const first = await change(`"${revision}"`, 'one');
    expect(first.status).toBe(200);
    expect(first.headers.etag).toBe(`"${first.body.revision}"`);
    const stale = await change(`"${revision}"`, 'two');
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ code: 'revision.stale' });
    expect((await change(first.body.revision, 'two')).status).toBe(200);
  });

  it('are read as just written by a query that names the position', async () => {
    for (let n = 0; n < 5; n += 1) {
      const made = await api.call<CommandAnswer>('POST', '/projects', {
        body: { ...shop, name: `Own write ${n}`, key: `own-write-${n}` },
      });
      const { id, position } = made.body;
      const read = () => api.call('GET', `/projects/${id}`, { headers: { 'min-position': position } });
      expect((await readAtOnce(read)).status).toBe(200);
    }
  });

  it.each([
    [{ name: '   ' }, 'name', "Can't be blank"],
    [{ key: undefined }, 'key', "Can't be blank"],
    [{ testingFramework: undefined }, 'testingFramework', 'Select a testing framework'],
    [{ testingFramework: 'Unheard of' }, 'testingFramework', 'Select a testing framework'],
    [{ defaultBranch: '' }, 'defaultBranch', 'You must select a default branch'],
    [{ testTimeoutSeconds: 10_801 }, 'testTimeoutSeconds', 'Must be between 1 and 10800 seconds'],
    [{ testTimeoutSeconds: '30' }, 'testTimeoutSeconds', 'Must be a number'],
    [{ testRunTimeoutMinutes: 0 }, 'testRunTimeoutMinutes', 'Must be between 1 and 1440 minutes'],
    [{ testingFramework: 'Other', testCommand: 'npm t' }, 'otherFramework', 'Enter the name of your testing framework'],
    [{ testingFramework: 'Other', otherFramework: 'x' }, 'testCommand', "Can't be blank"],
    [{ testingFramework: 'Ingenious' }, 'testCommand', "Can't be blank"],
    [
      { testingFramework: 'NUnit', testArtifacts: ['Shop.Tests'] },
      'testArtifacts',
      'Invalid DLL name, the file should end with .dll',
    ],
    [{ testingFramework: 'TestNG', testPackages: ['com.acme.'] }, 'testPackages', 'Invalid package name'],
    [{ testingFramework: 'Cypress' }, 'testingFrameworkVersion', 'Select a testing framework version'],
    [{ testingFramework: 'CucumberJS', usingSelenium: null }, 'usingSelenium', 'Select an answer'],
    [
      { testingFramework: 'NUnit', testArtifacts: ['a.dll'], usingDotnetCore: null },
      'usingDotnetCore',
      'Select an answer',
    ],
    [{ name: 'x'.repeat(101) }, 'name', 'Invalid length'],
    [{ surprise: 1 }, 'surprise', 'Unknown field'],
  ])('refuse %j with the text of the form', async (change, field, message) => {
    const body = { ...shop, name: 'Never made', key: 'never', ...change };
    const answer = await api.call<ErrorBody>('POST', '/projects', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual({ field, message });
  });

  it('are created once, however often the same request is sent', async () => {
    const body = { ...shop, name: 'Once', key: 'once' };
    const headers = { 'idempotency-key': 'key-1' };
    const first = await api.done<CommandAnswer>('POST', '/projects', { body, headers });
    const again = await api.call<CommandAnswer>('POST', '/projects', { body, headers });
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first);
    const other = await api.call<ErrorBody>('POST', '/projects', { body: { ...body, name: 'Twice' }, headers });
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('idempotency.mismatch');
  });
});
