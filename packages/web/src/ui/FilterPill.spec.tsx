import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { FilterPill } from './FilterPill.tsx';

const choices = ['Production', 'Staging'].map((label) => ({ value: label.toLowerCase(), label }));

function Filtered({ freeText = false }) {
  const [picked, setPicked] = useState<string[]>([]);
  return (
    <>
      <FilterPill label="Environment" choices={choices} picked={picked} onChange={setPicked} freeText={freeText} />
      <p>Elsewhere</p>
    </>
  );
}

async function open({ freeText = false } = {}) {
  renderOn(makePage(), <Filtered freeText={freeText} />);
  const pill = screen.getByRole('button', { name: 'Environment' });
  await userEvent.click(pill);
  await screen.findByRole('checkbox', { name: 'Staging' });
  return pill;
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('checkbox')).not.toBeInTheDocument());

describe('a filter', () => {
  it('stays open while its choices are picked', async () => {
    const pill = await open();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Staging' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Production' }));
    expect(pill).toHaveAccessibleName('Environment: Staging, Production');
    expect(screen.getByRole('checkbox', { name: 'Staging' })).toBeChecked();
  });

  it('takes by Enter the choice that is typed, or a text of its own, once', async () => {
    const pill = await open({ freeText: true });
    const field = screen.getByRole('textbox', { name: 'Search environment' });
    await userEvent.type(field, 'staging{Enter}');
    expect(pill).toHaveAccessibleName('Environment: Staging');
    expect(field).toHaveValue('');
    await userEvent.type(field, '{Enter}staging{Enter}');
    expect(pill).toHaveAccessibleName('Environment: Staging');
    await userEvent.type(field, 'local{Enter}');
    expect(pill).toHaveAccessibleName('Environment: Staging, local');
  });

  it('is closed by Escape, with the focus back on it', async () => {
    const pill = await open();
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await waitFor(() => expect(pill).toHaveFocus());
  });

  it('is closed by a click elsewhere', async () => {
    const pill = await open();
    await userEvent.click(screen.getByText('Elsewhere'));
    await isClosed();
    expect(pill).toHaveAttribute('aria-expanded', 'false');
  });
});
