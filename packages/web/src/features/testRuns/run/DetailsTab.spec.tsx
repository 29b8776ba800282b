import { screen, within } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testRunView } from '../../../testSupport/views.ts';
import { DetailsTab } from './DetailsTab.tsx';

describe('the details of an uploaded run', () => {
  it('say of each file what was repaired, left out or not counted again', () => {
    const files = [{ name: 'all.zip', size: 2048 }];
    const notes = [
      { file: 'a.xml', message: 'Repaired: it has control characters.' },
      { file: 'b.xml', message: 'Not counted again: a.xml holds the same results.' },
      { file: 'a.xml', message: 'Left out: it holds no tests.' },
    ];
    const run = testRunView(1, { upload: { files, notes } });
    const { unmount } = renderOn(makePage({}), <DetailsTab run={run} />);
    const panel = within(screen.getByRole('region', { name: 'Notes on the files' }));
    expect(panel.getAllByRole('term').map((term) => term.textContent)).toEqual(['a.xml', 'b.xml']);
    expect(panel.getByText('Repaired: it has control characters. Left out: it holds no tests.')).toBeVisible();
    unmount();
    renderOn(makePage({}), <DetailsTab run={testRunView(1, { upload: { files, notes: [] } })} />);
    expect(screen.queryByRole('region', { name: 'Notes on the files' })).toBeNull();
  });
});
