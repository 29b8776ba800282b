import { withReservedNames } from '@assay/application';
import { type AccountId, defaultProjectSettings, type ErrorBody, type ProjectId } from '@assay/contract';
import { projectDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { signedBy } from '../../../test/support/storesUnderTest.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

const gitUrl = '/repositories/shop';
const minutes = 60_000;

const projectName = (accountId: AccountId, value: string) =>
  ({ kind: 'projectName', scope: accountId, value }) as const;
const projectKey = (accountId: AccountId, value: string) => ({ kind: 'projectKey', scope: accountId, value }) as const;

describe('names that a process reserved and never used', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  /** What a process leaves behind if it dies right after reserving the name and key of a new project. */
  async function takenNames(name: string, ago: number): Promise<string> {
    const { accountId, userId } = api.admin;
    const stream = `project-${newId<ProjectId>()}`;
    const context = { ...signedBy(userId, accountId), occurredAt: new Date(Date.now() - ago).toISOString() };
    const names = [projectName(accountId, name), projectKey(accountId, name)];
    await withReservedNames(api, names, stream, context, async () => undefined);
    return stream;
  }
  const create = (name: string, key = name) =>
    api.call<ErrorBody & { id: string }>('POST', '/projects', {
      body: { name, key, gitUrl, testingFramework: 'Playwright' },
    });

  it('stay taken as long as the process may still be working', async () => {
    await takenNames('young', 9 * minutes);
    expect(await create('young')).toMatchObject({ status: 400, body: { code: 'reservation.nameTaken' } });
  });

  it('are free once the process must be gone, and then belong to the next who takes them', async () => {
    const stream = await takenNames('old', 11 * minutes);
    expect(await create('old')).toMatchObject({ status: 201 });
    expect(await create('old')).toMatchObject({ status: 400 });
    // The first process comes back after all: it does not get them back.
    const late = withReservedNames(
      api,
      [projectName(api.admin.accountId, 'old')],
      stream,
      signedBy(api.admin.userId, api.admin.accountId),
      async () => undefined,
    );
    await expect(late).rejects.toMatchObject({ code: 'reservation.nameTaken' });
  });

  it('stay taken while something uses them, however old', async () => {
    const stream = await takenNames('used', 60 * minutes);
    const projectId = stream.slice('project-'.length) as ProjectId;
    const settings = { ...defaultProjectSettings, gitUrl, testingFramework: 'Playwright' as const };
    const command = { type: 'createProject' as const, projectId, key: 'used', name: 'used', settings };
    await api.eventLog.handle(projectDecider, projectId, command, signedBy(api.admin.userId, api.admin.accountId));
    expect(await create('used')).toMatchObject({ status: 400 });
  });

  it('are free if a project was meant to get them, or had them once, and has another name', async () => {
    const { id } = (await create('first', 'renamed')).body;
    const { accountId, userId } = api.admin;
    const longAgo = { ...signedBy(userId, accountId), occurredAt: new Date(Date.now() - 11 * minutes).toISOString() };
    await withReservedNames(api, [projectName(accountId, 'second')], `project-${id}`, longAgo, async () => undefined);
    expect(await create('first', 'other')).toMatchObject({ status: 400 });
    expect(await create('second')).toMatchObject({ status: 201 });
  });
});
