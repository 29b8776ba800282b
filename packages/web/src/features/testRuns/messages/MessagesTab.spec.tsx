import type { MessageId, TestRunId, TestRunMessagePage, TestRunMessageView, UserId } from '@assay/contract';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { socketLost } from '../../../connection/liveSlice.ts';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt } from '../../../testSupport/views.ts';
import { MessagesTab } from './MessagesTab.tsx';
import { MessagesTabTitle } from './MessagesTabTitle.tsx';

const marta = { id: 'u1', fullName: 'Marta Ruiz', email: 'marta@northwind.test' };
const grace = { id: 'u2' as UserId, fullName: 'Grace Hopper', email: 'grace@northwind.test' };
const roles = [marta, grace].map((user) => ({ id: `role-${user.id}`, roleType: 'USER', user, lastSeenAt: null }));

function message(number: number, change: Partial<TestRunMessageView> = {}): TestRunMessageView {
  return {
    id: `m${number}` as MessageId,
    testRunId: 'r1' as TestRunId,
    userId: 'u1' as UserId,
    user: marta,
    createdAt: '2026-11-01T10:00:00.000Z',
    text: 'Looks good',
    mentions: [],
    editedAt: null,
    editableUntil: new Date(Date.now() + 3_600_000).toISOString(),
    deletedAt: null,
    position: positionAt(number),
    ...change,
  };
}
const page = (...messages: TestRunMessageView[]): TestRunMessagePage => ({
  messages,
  total: messages.length,
  position: positionAt(9),
});
const answer = { id: 'm9', revision: '0', position: positionAt(9) };

beforeEach(() => sessionStorage.clear());

function show(messages: unknown, routes: Routes = {}) {
  const made = makePage({ 'GET /test-runs/r1/messages': messages, 'GET /user-roles': roles, ...routes });
  return { made, ...renderOn(made, <MessagesTab testRunId="r1" />) };
}
const posted = ({ sent }: ReturnType<typeof makePage>) =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
const field = () => screen.findByRole('textbox', { name: 'Message' });

describe('the messages of a run', () => {
  it('say who wrote what: people, CI, somebody who is gone, and what was deleted', async () => {
    show(
      page(
        message(1, {
          userId: grace.id,
          user: grace,
          text: '<@u1>, see https://ci.test/42. <b>Now</b>',
          mentions: [{ userId: 'u1' as UserId, fullName: 'Marta Ruiz' }],
        }),
        message(2, { userId: null, user: null, text: 'Deployed', editableUntil: null }),
        message(3, { text: null, deletedAt: '2026-11-01T10:05:00.000Z' }),
        message(4, { userId: 'u7' as UserId, user: null, text: null }),
      ),
    );
    const [first, second, third, fourth] = within(await screen.findByRole('list', { name: 'Messages' })).getAllByRole(
      'article',
    );
    expect(first).toHaveAccessibleName('Message of Grace Hopper');
    expect(first).toHaveTextContent('@Marta Ruiz, see https://ci.test/42. <b>Now</b>');
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://ci.test/42');
    expect(second).toHaveAccessibleName('Message of CI');
    expect(third).toHaveTextContent('This message was deleted.');
    expect(fourth).toHaveTextContent('Erased with the data of its author.');
  });

  it('are written with the names of people by keyboard, and sent by Ctrl with Enter', async () => {
    const { made } = show(page(), { 'POST /test-runs/r1/messages': answer });
    expect(await screen.findByText('No messages yet')).toBeVisible();
    const input = await field();
    await userEvent.type(input, 'Please look, @');
    await screen.findByRole('option', { name: /Grace Hopper/ });
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { name: /Grace Hopper/ })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    expect(input).toHaveValue('Please look, @Grace Hopper ');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(input).toHaveValue(''));
    expect(posted(made)).toEqual([['POST /test-runs/r1/messages', { text: 'Please look, <@u2>' }]]);
  });

  it('that are begun stay over another tab and a failure, and nothing empty is sent', async () => {
    const { made, unmount } = show(page(), { 'POST /test-runs/r1/messages': () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('button', { name: 'Send' })).toBeDisabled();
    await userEvent.type(await field(), 'Half a thought');
    unmount();
    renderOn(made, <MessagesTab testRunId="r1" />);
    expect(await field()).toHaveValue('Half a thought');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
    expect(await field()).toHaveValue('Half a thought');
  });

  it('can be changed by their author for a while, and deleted after a question', async () => {
    const { made } = show(page(message(1), message(2, { userId: grace.id, user: grace })), {
      'PUT /messages/m1': answer,
      'DELETE /messages/m2': answer,
    });
    const articles = () => screen.findAllByRole('article');
    const act = async (index: number, name: string) => {
      const article = (await articles())[index];
      if (!article) throw new Error('no such message');
      await userEvent.click(await within(article).findByRole('button', { name: 'Actions of this message' }));
      await userEvent.click(await screen.findByRole('menuitem', { name }));
    };
    await act(0, 'Edit');
    const editor = await screen.findByRole('textbox', { name: 'Change the message' });
    await userEvent.clear(editor);
    await userEvent.type(editor, 'Looks bad');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Change the message' })).toBeNull());
    await act(1, 'Delete');
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete message' }));
    await waitFor(() =>
      expect(posted(made)).toEqual([
        ['PUT /messages/m1', { text: 'Looks bad' }],
        ['DELETE /messages/m2', undefined],
      ]),
    );
  });

  it('are counted in the title of the tab, which follows what others write', async () => {
    let written = 1;
    const made = makePage({
      'GET /test-runs/r1/messages': () => ({ body: { ...page(message(1)), total: written } }),
    });
    renderOn(made, <MessagesTabTitle testRunId="r1" />);
    expect(await screen.findByText('1')).toBeVisible();
    written = 2;
    made.tell('testRunMessages:r1', { kind: 'changed', ids: ['m2'], position: positionAt(10) });
    expect(await screen.findByText('2')).toBeVisible();
  });

  it('are read every 30 seconds while there is no socket, and only then', async () => {
    const made = makePage({ 'GET /test-runs/r1/messages': page(message(1)) });
    renderOn(made, <MessagesTabTitle testRunId="r1" />);
    await screen.findByText('1');
    const reads = () => made.sent.length;
    jest.useFakeTimers();
    try {
      act(() => void made.store.dispatch(socketLost()));
      await act(async () => void jest.advanceTimersByTime(30_000));
      expect(reads()).toBe(2);
    } finally {
      jest.useRealTimers();
    }
  });
});
