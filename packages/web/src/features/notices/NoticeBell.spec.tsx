import { type NoticePage, type NoticeView, noticeIdOf, type TestRunId, type UserId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answered, makePage, renderOn, type Sent } from '../../testSupport/pageOfTests.tsx';
import { positionAt } from '../../testSupport/views.ts';
import { NoticeBell } from './NoticeBell.tsx';

function notice(number: number, change: Partial<NoticeView> = {}): NoticeView {
  const testRunId = `r${number}` as TestRunId;
  return {
    id: noticeIdOf(testRunId, 'u1' as UserId),
    testRunId,
    reason: 'finished',
    messageId: null,
    by: null,
    run: { number, projectName: 'Checkout', branch: 'main', status: 'FAIL', nothingCouldPass: false, failCount: 3 },
    at: '2026-11-01T10:00:00.000Z',
    read: false,
    ...change,
  };
}
const grace = { id: 'u2', fullName: 'Grace Hopper', email: 'grace@northwind.test' };
const answer = { id: 'u1', revision: '1', position: positionAt(9) };

function show(notices: NoticeView[], at?: string) {
  const pageOf = (): NoticePage => ({
    notices,
    unread: notices.filter(({ read }) => !read).length,
    position: positionAt(1),
  });
  const page = makePage({
    'GET /users/me/notices': () => ({ body: pageOf() }),
    'POST /users/me/notices/read': ({ body }: Sent) => {
      const { ids } = Object(body) as { ids?: string[] };
      for (const [index, one] of notices.entries()) {
        if (!ids || ids.includes(one.id)) notices[index] = { ...one, read: true };
      }
      return { body: answer };
    },
  });
  return { page, ...renderOn(page, <NoticeBell />, at) };
}

describe('the bell', () => {
  it('says what happened to which run, what is new, and leads there', async () => {
    const mention = notice(2, { reason: 'mentioned', by: grace, read: true });
    const { address } = show([
      notice(1),
      mention,
      notice(3, { reason: 'canceled', by: grace }),
      notice(4, { reason: 'reviewer', by: grace, read: true }),
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Notices, 2 new' }));
    const links = await screen.findAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('NewCheckout #1 Failed, 3 failedmain'),
      expect.stringContaining('Checkout #2 Grace Hopper mentioned you'),
      expect.stringContaining('NewCheckout #3 Canceled by Grace Hopper'),
      expect.stringContaining('Checkout #4 Grace Hopper asked you to review'),
    ]);
    await userEvent.click(screen.getByRole('link', { name: /mentioned you/ }));
    expect(address()).toBe('/northwind/test-runs/r2/messages');
  });

  it('counts nothing once all are read', async () => {
    show([notice(1), notice(2)]);
    await userEvent.click(await screen.findByRole('button', { name: 'Notices, 2 new' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByRole('button', { name: 'Notices' })).toBeVisible();
    expect(within(await screen.findByRole('list')).queryByText('New')).toBeNull();
  });

  it('follows what happens to the person, not to others', async () => {
    const notices: NoticeView[] = [];
    const { page } = show(notices);
    await screen.findByRole('button', { name: 'Notices' });
    await answered(page);
    const reads = () => page.sent.filter(({ path }) => path === '/users/me/notices').length;
    notices.push(notice(1));
    page.tell('notices', { kind: 'changed', ids: ['u2'], position: positionAt(2) });
    expect(reads()).toBe(1);
    page.tell('notices', { kind: 'changed', ids: ['u1'], position: positionAt(3) });
    expect(await screen.findByRole('button', { name: 'Notices, 1 new' })).toBeVisible();
  });

  it('is not behind where more happens while it is being read', async () => {
    const { page } = show([]);
    await screen.findByRole('button', { name: 'Notices' });
    await answered(page);
    const asked: ((notices: NoticeView[]) => void)[] = [];
    page.routes['GET /users/me/notices'] = () =>
      new Promise((resolve) => {
        asked.push((notices) => resolve({ body: { notices, unread: notices.length, position: positionAt(4) } }));
      });
    const happens = (at: number) => page.tell('notices', { kind: 'changed', ids: ['u1'], position: positionAt(at) });
    happens(2);
    await waitFor(() => expect(asked).toHaveLength(1));
    happens(3);
    asked[0]?.([]);
    await waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.([notice(1)]);
    expect(await screen.findByRole('button', { name: 'Notices, 1 new' })).toBeVisible();
  });

  it('takes the notice of the run that is open as read', async () => {
    const { page } = show([notice(1), notice(2)], '/northwind/test-runs/r2/details');
    expect(await screen.findByRole('button', { name: 'Notices, 1 new' })).toBeVisible();
    expect(page.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ ids: ['r2.u1'] }]);
  });
});
