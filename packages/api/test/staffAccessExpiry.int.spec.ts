import type { ErrorBody, StaffAccessId, UserView } from '@assay/contract';
import { staffAccessDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { prepareRun } from './prepareRun.ts';
import { connectSocket } from './socketUnderTest.ts';

describe('read-only access of staff whose time is over', () => {
  let api: ApiUnderTest;
  let staff: Person;
  beforeAll(async () => {
    api = await startApi();
    staff = await api.newAccount('provider');
    await grantStaff(api, staff);
  });
  afterAll(() => api.stop());

  /** Starts access that lasts some seconds. */
  async function start(seconds: number): Promise<void> {
    const staffAccessId = newId<StaffAccessId>();
    const { accountId } = api.admin;
    const until = new Date(Date.now() + seconds * 1000).toISOString();
    const facts = { staffAccessId, userId: staff.userId, accountId, reason: 'Ticket 4112: the run hangs', until };
    const actor = { kind: 'staff' as const, id: staff.userId };
    const context = { accountId, actor, occurredAt: new Date().toISOString(), $correlationId: 'test' };
    await api.eventLog.handle(staffAccessDecider, staffAccessId, { type: 'startStaffAccess', ...facts }, context);
    await api.caughtUp();
  }

  it('opens nothing', async () => {
    await start(-1);
    const read = <Answer>(path: string) => api.call<Answer & ErrorBody>('GET', path, { as: staff });
    expect(await read(`/employee/test-runs?accountId=${api.admin.accountId}`)).toMatchObject({
      status: 403,
      body: { code: 'staffAccess.required' },
    });
    expect((await read<UserView>('/users/me')).body.staffAccess).toEqual([]);
  });

  it('takes its topics away from open sockets at that moment', async () => {
    const { accountId, token } = api.admin;
    const [listening, others] = [await connectSocket(api, staff.token), await connectSocket(api, token)];
    const subscribe = ({ ask }: typeof listening) => ask('subscribe', accountId, 'testRuns');
    expect(await subscribe(others)).toEqual({ ok: true });
    let seconds = 1;
    do {
      // On a slow machine, short access is over before the subscription.
      seconds *= 2;
      await start(seconds);
    } while (!(await subscribe(listening)).ok);

    await listening.until(() => listening.resyncs() > 0);
    await prepareRun(api);
    await others.until(() => others.changes.length > 0);
    expect(await subscribe(listening)).toEqual({ ok: false, code: 'notFound' });
    expect(listening.changes).toEqual([]);
    for (const { socket } of [listening, others]) socket.disconnect();
  });
});
