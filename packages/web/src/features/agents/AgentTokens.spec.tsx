import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answered, makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { AgentTokens } from './AgentTokens.tsx';

const token = { id: 't1', name: 'Build machine', createdAt: '2026-11-01T10:00:00Z', lastUsedAt: null };
const away = { status: 503, body: { code: 'store.away', message: 'The store is away.', requestId: 'req-7' } };

describe('agent tokens', () => {
  it('are shown once they load', async () => {
    const page = makePage({ 'GET /agent-tokens': () => away });
    renderOn(page, <AgentTokens />);
    expect(await screen.findByRole('alert')).toHaveTextContent('The agent tokens could not be loaded');
    page.routes['GET /agent-tokens'] = [token];
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Build machine')).toBeVisible();
  });

  it('take no room where there are none', async () => {
    const page = makePage({ 'GET /agent-tokens': [] });
    renderOn(page, <AgentTokens />);
    await answered(page);
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  });
});
