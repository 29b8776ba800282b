import { makePage } from '../testSupport/pageOfTests.tsx';
import { serviceEndpoints } from './serviceEndpoints.ts';
import { signedIn } from './sessionSlice.ts';

const { listTeams } = serviceEndpoints.endpoints;
const refused = { status: 401, body: { code: 'auth.required', message: 'Sign in first.', requestId: 'r' } };

describe('a refused token', () => {
  it('ends the session', async () => {
    const page = makePage({ 'GET /team': () => refused });
    await page.store.dispatch(listTeams.initiate({}));
    expect(page.store.getState().session.token).toBeNull();
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
