import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { act, render, waitFor } from '@testing-library/react';
import { type ReactElement, useEffect } from 'react';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router';
import { makeStore } from '../app/store.ts';
import { theme } from '../app/theme.ts';
import { type ConnectionTools, makeOwnWrites } from '../connection/connectionTools.ts';
import { socketOpened } from '../connection/liveSlice.ts';
import type { LiveChange, LiveSource } from '../connection/liveSource.ts';
import { makeRepeatKeys } from '../connection/repeatKeys.ts';
import { accountChosen } from '../connection/sessionSlice.ts';
import { accountId, accountView, positionAt, userView } from './views.ts';

export type Sent = { method: string; path: string; headers: Record<string, string>; body: unknown };
type Answer = { status?: number; body: unknown };
export type Routes = Record<string, unknown | ((request: Sent) => Answer | Promise<Answer>)>;

/** A socket controlled by the test. */
export function makeLiveForTests() {
  const listeners = new Map<string, Set<(change: LiveChange) => void>>();
  const live: LiveSource = {
    subscribe(topic, listener) {
      const known = listeners.get(topic) ?? new Set();
      listeners.set(topic, known.add(listener));
      return () => known.delete(listener);
    },
  };
  return {
    live,
    tell: (topic: string, change: LiveChange) => {
      for (const listener of listeners.get(topic) ?? []) listener(change);
    },
    topics: () => [...listeners].filter(([, known]) => known.size > 0).map(([topic]) => topic),
  };
}

/**
 * A page on a fake service defined by routes: `'GET /test-runs'` (below /api, without the query) → a body, or a
 * function from the request to status and body. Other routes answer 404.
 */
export function makePage(routes: Routes = {}, options: { token?: string | null; roleType?: 'USER' | 'ADMIN' } = {}) {
  const sent: Sent[] = [];
  const liveForTests = makeLiveForTests();
  const all: Routes = {
    'GET /users/me': userView(options.roleType ?? 'ADMIN'),
    'GET /account': accountView,
    'GET /registration': { open: false, promoCodes: false, captcha: null, passwordMinLength: 8 },
    'GET /projects': [],
    'GET /environments': [],
    'GET /pipeline-stages': [],
    'GET /runner-pools': [],
    'GET /insight': [],
    'GET /account/staff-access': [],
    'GET /projects/p1/badge': { url: null },
    'GET /projects/p1/renamed-tests': { suggested: [], renamed: [], renamedCount: 0 },
    'GET /users/me/notices': { notices: [], unread: 0, position: positionAt(1) },
    ...routes,
  };
  async function answerTo(url: string, init: RequestInit) {
    const [path = ''] = url.replace(/^\/api/, '').split('?');
    const request: Sent = {
      method: init.method ?? 'GET',
      path: url.replace(/^\/api/, ''),
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    sent.push(request);
    const route = all[`${request.method} ${path}`];
    const { status = 200, body }: Answer =
      typeof route === 'function'
        ? await route(request)
        : route === undefined
          ? { status: 404, body: { code: 'notFound', message: 'There is no such thing.', requestId: 'req-404' } }
          : { body: route };
    return { status, text: async () => JSON.stringify(body) };
  }
  const now = () => Date.now();
  const tools: ConnectionTools = {
    fetch: answerTo,
    sendForm: async ({ url, headers, form, onProgress }) => {
      const path = url.replace(/^\/api/, '');
      const request: Sent = { method: 'POST', path, headers, body: form };
      sent.push(request);
      onProgress(1);
      const route = all[`POST ${path}`];
      const { status = 200, body }: Answer = typeof route === 'function' ? await route(request) : { body: route };
      return { status, text: JSON.stringify(body) };
    },
    live: liveForTests.live,
    ownWrites: makeOwnWrites(now),
    repeatKeys: makeRepeatKeys(now),
    now,
  };
  const store = makeStore(tools, options.token === undefined ? 'token-1' : options.token);
  // Connected, or screens would start polling, since a test on a slow machine may take that long.
  store.dispatch(socketOpened());
  if (options.token !== null) store.dispatch(accountChosen({ id: accountId, name: 'northwind' }));
  return { store, sent, routes: all, ...liveForTests };
}

/** Waits until every request is answered, including the one for the user, and until that is shown. */
export async function answered({ store }: ReturnType<typeof makePage>): Promise<void> {
  const statuses = () => Object.values(store.getState().service.queries).map((query) => query?.status);
  do {
    await waitFor(() => {
      expect(statuses()).not.toEqual([]);
      expect(statuses()).not.toContain(QueryStatus.pending);
    });
    // The store tells of answers at the next frame; what is shown then may ask for more.
    await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
  } while (statuses().includes(QueryStatus.pending));
}

function Watch({ place }: { place: { current: string } }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    place.current = `${pathname}${search}`;
  });
  return null;
}

/** Renders an element on a page, at a URL, where `state` came along; `address` then returns the current one. */
export function renderOn(
  page: ReturnType<typeof makePage>,
  element: ReactElement,
  at = '/northwind/test-runs',
  state: unknown = null,
) {
  const place = { current: at };
  const shown = (
    <ModalsProvider>
      <Watch place={place} />
      {element}
    </ModalsProvider>
  );
  const router = createBrowserRouter([{ path: '*', element: shown }]);
  void router.navigate(at, { replace: true, state });
  const view = render(
    <Provider store={page.store}>
      <MantineProvider env="test" theme={theme}>
        <RouterProvider router={router} />
      </MantineProvider>
    </Provider>,
  );
  return { ...view, address: () => place.current };
}
