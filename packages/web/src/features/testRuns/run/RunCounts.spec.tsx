import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testRunView } from '../../../testSupport/views.ts';
import { RunCounts } from './RunCounts.tsx';

describe('the counts of a run', () => {
  it('show the quarantined tests on a click', async () => {
    let flipped = 0;
    const counts = (
      <RunCounts
        run={testRunView(1, { quarantineTotalCount: 2 })}
        picked={[]}
        onPick={() => undefined}
        quarantinedShown={false}
        onQuarantined={() => {
          flipped += 1;
        }}
      />
    );
    renderOn(makePage(), counts);
    const button = screen.getByRole('button', { name: '2 quarantined', pressed: false });
    await userEvent.click(button);
    expect(flipped).toBe(1);
  });
});
