import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { manyOf, oneText, pageNumber, switchedOn } from './urlFilters.ts';
import { useUrlFilters } from './useUrlFilters.ts';

const url = {
  search: oneText('search'),
  sizes: manyOf('size', ['S', 'M', 'L']),
  sold: switchedOn('sold', 'shown'),
  page: pageNumber('page'),
};

function List() {
  const { filters, setFilters } = useUrlFilters(url);
  return (
    <>
      <p>{JSON.stringify(filters)}</p>
      <button type="button" onClick={() => setFilters({ sizes: ['S', 'M'], sold: true })}>
        Narrow
      </button>
      <button type="button" onClick={() => setFilters({ page: filters.page + 1 })}>
        Next
      </button>
      <button type="button" onClick={() => setFilters({ search: '', sizes: [], sold: false })}>
        Clear
      </button>
      <Link to="/northwind/elsewhere">Leave</Link>
    </>
  );
}

const open = (query: string) => renderOn(makePage(), <List />, `/northwind/things${query}`);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the filters of a list', () => {
  it('are read from the URL, as far as valid', () => {
    open('?search=red&size=L&size=XXL&page=nine');
    expect(screen.getByText(JSON.stringify({ search: 'red', sizes: ['L'], sold: false, page: 1 }))).toBeVisible();
  });

  it('are kept in the URL next to other parameters, back on the first page', async () => {
    const { address } = open('?new=&search=red&page=3');
    await press('Narrow');
    expect(address()).toBe('/northwind/things?new=&search=red&size=S&size=M&sold=shown');
  });

  it('stay as they are on the next page', async () => {
    const { address } = open('?size=L');
    await press('Next');
    expect(address()).toBe('/northwind/things?size=L&page=2');
  });

  it('leave nothing in the URL once inactive', async () => {
    const { address } = open('?search=red&sold=shown&page=2');
    await press('Clear');
    expect(address()).toBe('/northwind/things');
  });

  // React shows what both clicks led to only after the second.
  const clickBoth = (first: HTMLElement, second: HTMLElement) =>
    act(async () => {
      fireEvent.click(first);
      fireEvent.click(second);
    });

  it('hold both of two changes, even if the second comes before the first is shown', async () => {
    const { address } = open('');
    await clickBoth(screen.getByRole('button', { name: 'Narrow' }), screen.getByRole('button', { name: 'Next' }));
    expect(address()).toBe('/northwind/things?size=S&size=M&sold=shown&page=2');
  });

  it('do not lead back to a list that was just left', async () => {
    const { address } = open('');
    await clickBoth(screen.getByRole('link', { name: 'Leave' }), screen.getByRole('button', { name: 'Next' }));
    expect(address()).toBe('/northwind/elsewhere');
  });
});
