import type { BranchView, DeployKeyView, ErrorBody, RepositoryProposals } from '@assay/contract';
import type { Static } from 'typebox';
import { hasSsh, type SshGitServer, sshGitServer } from '../../../test/support/sshGitServer.ts';
import { registerAgent } from './agentUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

(hasSsh ? describe : describe.skip)('a deploy key (needs ssh)', () => {
  let server: SshGitServer;
  let api: ApiUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    server = await sshGitServer({ 'package.json': JSON.stringify({ scripts: { test: 'node --test' } }) });
    api = await startApi({ automation: true });
    stranger = await api.newAccount('stranger');
  });
  afterAll(async () => {
    await api.stop();
    await server.stop();
  });

  const look = (as?: Person) =>
    api.call<RepositoryProposals & ErrorBody>('POST', '/projects/proposals', {
      ...(as && { as }),
      body: { gitUrl: server.repositoryUrl },
    });
  const make = (as?: Person) =>
    api.done('POST', '/deploy-keys', { ...(as && { as }), body: { gitUrl: server.repositoryUrl } });
  const keys = async (as?: Person) => (await api.call<DeployKeyView[]>('GET', '/deploy-keys', as && { as })).body;

  it('reads a private repository once it is allowed there', async () => {
    expect((await look()).body.code).toBe('git.unreachable');
    const { id } = await make();
    const [key] = await keys();
    expect(key).toMatchObject({ id, gitUrl: server.repositoryUrl, publicKey: expect.stringMatching(/^ssh-ed25519 /) });
    expect((await look()).body.message).toContain('It asks for a user, a password or a key that is not there.');
    server.allowed.push(key?.publicKey ?? '');
    const { body } = await look();
    expect(body).toMatchObject({ branch: 'main', commit: server.commit });
    expect(body.proposals).toHaveLength(1);
  });

  it('is made once, however often it is asked for', async () => {
    const [before] = await keys();
    const made = await Promise.all(Array.from({ length: 20 }, () => make()));
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set([before?.id]));
    expect(await keys()).toEqual([before]);
  });

  it('serves its own account alone', async () => {
    expect(await keys(stranger)).toEqual([]);
    expect((await look(stranger)).body.code).toBe('git.unreachable');
    const [mine] = await keys();
    const deletion = await api.call<ErrorBody>('DELETE', `/deploy-keys/${mine?.id}`, { as: stranger });
    expect([deletion.status, deletion.body.code]).toEqual([404, 'deployKey.notFound']);
    await make(stranger);
    const [theirs] = await keys(stranger);
    expect(theirs?.publicKey).not.toBe(mine?.publicKey);
  });

  it('reaches the agent that runs the tests, sealed, and is neither kept nor shown in the open', async () => {
    const shop = { name: 'Shop', key: 'shop', gitUrl: server.repositoryUrl, defaultBranch: 'main' };
    const { id } = await api.done('POST', '/projects', { body: { ...shop, testingFramework: 'Playwright' } });
    await api.done('POST', '/environments', { body: { name: 'Test', key: 'test' } });
    const branches = await api.call<Static<typeof BranchView>[]>('GET', `/projects/${id}/branches`);
    expect(branches.body).toEqual([{ name: 'main', commit: server.commit }]);
    const agent = await registerAgent(api);
    await api.done('POST', '/test-runs', { body: { project: 'shop', environment: 'test' } });
    const work = await agent.takeWork();
    expect(JSON.stringify(work)).not.toContain('OPENSSH');
    const key = await agent.deployKeyOf(work);
    expect(key).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/);
    const secret = key?.split('\n')[2] ?? '';
    for (const name of ['assay', 'assay_ops']) {
      for (const collection of await api.documentStore.db(name).collections()) {
        expect(JSON.stringify(await collection.find().toArray())).not.toContain(secret);
      }
    }
  });

  it.each([
    ['https://github.com/northwind/shop.git', 'Invalid URL'],
    ['ssh://git:secret@git.example.org/shop.git', 'Invalid URL'],
    ['/srv/git/shop.git', 'Invalid URL'],
  ])('is not made for %s', async (gitUrl, message) => {
    const { status, body } = await api.call<ErrorBody>('POST', '/deploy-keys', { body: { gitUrl } });
    expect([status, body.errors]).toEqual([400, [{ field: 'gitUrl', message }]]);
  });

  it('reads nothing after it was deleted', async () => {
    const [key] = await keys();
    await api.done('DELETE', `/deploy-keys/${key?.id}`);
    expect(await keys()).toEqual([]);
    expect((await look()).body.code).toBe('git.unreachable');
    await make();
    expect((await keys())[0]?.publicKey).not.toBe(key?.publicKey);
  });
});
