import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { AddAgentForm } from './AddAgentForm.tsx';

describe('adding an agent', () => {
  it('shows a command for each shell, with the token in a variable instead of an argument', async () => {
    const page = makePage({ 'POST /agent-tokens': { id: 't1', token: 'the-token', position: '1' } });
    renderOn(page, <AddAgentForm onClose={() => undefined} />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Build machine');
    await userEvent.click(screen.getByRole('button', { name: 'Make a token' }));
    const { origin } = window.location;
    const options = `--yes "${origin}/agent.tgz" --url ${origin} --capacity 2`;
    expect(await screen.findByText(`ASSAY_AGENT_TOKEN=the-token npx ${options}`)).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Windows (PowerShell)' }));
    expect(screen.getByText(`$env:ASSAY_AGENT_TOKEN='the-token'; npx.cmd ${options}`)).toBeVisible();
  });
});
