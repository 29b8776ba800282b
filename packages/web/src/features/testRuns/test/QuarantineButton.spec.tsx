import type { ProjectId, TestId } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { QuarantineButton } from './QuarantineButton.tsx';

const test = { projectId: 'p1' as ProjectId, testId: 't1' as TestId, quarantined: false };

describe('the reason of a quarantine', () => {
  it.each(['{Escape}', 'a click elsewhere'])('is closed by %s', async (way) => {
    const user = userEvent.setup();
    const page = makePage({ 'GET /projects/p1/quarantined-tests': [] });
    renderOn(page, <QuarantineButton test={test} />);
    await user.click(await screen.findByRole('button', { name: 'Quarantine' }));
    await screen.findByLabelText('Reason');
    await (way === '{Escape}' ? user.keyboard(way) : user.click(document.body));
    await waitFor(() => expect(screen.queryByLabelText('Reason')).not.toBeInTheDocument());
  });
});
