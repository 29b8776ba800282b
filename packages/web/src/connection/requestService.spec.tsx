import { makePage } from '../testSupport/pageOfTests.tsx';
import { serviceEndpoints } from './serviceEndpoints.ts';
import { signedIn } from './sessionSlice.ts';

const { listTeams, getTestRunInfo, getTestInfo, getFlakyTestInfo } = serviceEndpoints.endpoints;
type Page = ReturnType<typeof makePage>;
const query = { start: '2026-01-01', end: '2026-01-08' };
const refused = { status: 401, body: { code: 'auth.required', message: 'Sign in first.', requestId: 'r' } };

describe('a refused token', () => {
  it('ends the session', async () => {
    const page = makePage({ 'GET /team': () => refused });
    await page.store.dispatch(listTeams.initiate({}));
    expect(page.store.getState().session.token).toBeNull();
  });

  it.each([
    ['test-run-info', (page: Page) => page.store.dispatch(getTestRunInfo.initiate({ query }))],
    ['test-info', (page: Page) => page.store.dispatch(getTestInfo.initiate({ query }))],
    ['flaky-test-info', (page: Page) => page.store.dispatch(getFlakyTestInfo.initiate({ query }))],
  ])('leaves the session when a chart is refused: %s', async (path, open) => {
    const page = makePage({ [`GET /test-runs/${path}`]: () => refused }, { token: 'token-1' });
    await open(page);
    expect(page.sent.map((sent) => sent.path.split('?')[0])).toContain(`/test-runs/${path}`);
    expect(page.store.getState().session.token).toBe('token-1');
  });

  it('leaves the session of another that was begun before the refusal came', async () => {
    const page = makePage({
      'GET /team': () => {
        page.store.dispatch(signedIn({ token: 'token-2' }));
        return refused;
      },
    });
    await page.store.dispatch(listTeams.initiate({}));
    expect(page.store.getState().session.token).toBe('token-2');
  });
});
