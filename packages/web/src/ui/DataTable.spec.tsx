import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { DataTable } from './DataTable.tsx';

const columns = [{ key: 'name', title: 'Name', cell: (name: string) => name }];

/** A table of so many pixels, in a frame that always has 900 here. */
function show(width: number) {
  jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(width);
  renderOn(makePage(), <DataTable label="Runners" columns={columns} rows={['one']} keyOf={(name) => name} />);
  return screen.getByRole('table', { name: 'Runners' }).parentElement;
}

describe('a table', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is scrolled by keyboard where it is wider than the window', async () => {
    const frame = show(1_200);
    await waitFor(() => expect(frame).toHaveAttribute('tabindex', '0'));
  });

  it('is no stop for the keyboard where all of it is in sight', () => {
    expect(show(900)).not.toHaveAttribute('tabindex');
  });
});
