import { jest } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { serviceErrorOf } from '../connection/serviceError.ts';
import { Loaded, type Query } from './Loaded.tsx';

type Names = readonly string[];
const refetch = jest.fn();
const loading: Query<Names> = { isFetching: true, refetch };
const loaded = (...names: string[]): Query<Names> => ({
  data: names,
  currentData: names,
  isFetching: false,
  refetch,
});
const failing = (status: number): Query<Names> => {
  const body = { code: 'some.code', message: 'The store is away.', requestId: 'req-7' };
  return { error: serviceErrorOf(status, body), isFetching: false, refetch };
};

function show(query: Query<Names>, props: Partial<ComponentProps<typeof Loaded<Names>>> = {}) {
  const view = (shown: Query<Names>) => (
    <MantineProvider env="test">
      <Loaded query={shown} failed="The names could not be loaded" empty={<p>No names yet</p>} {...props}>
        {(names, isPrevious) => <ul aria-busy={isPrevious}>{names.join(', ')}</ul>}
      </Loaded>
    </MantineProvider>
  );
  const { rerender } = render(view(query));
  return (next: Query<Names>) => rerender(view(next));
}

describe("a query's answer", () => {
  it('is preceded by a skeleton', () => {
    const become = show(loading);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    become(loaded('Ada', 'Grace'));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    expect(screen.getByRole('list')).toHaveTextContent('Ada, Grace');
  });

  it('is replaced by a text if it is an empty list', () => {
    show(loaded());
    expect(screen.getByText('No names yet')).toBeVisible();
  });

  it('may define its own emptiness', () => {
    show(loaded('nobody'), { isEmpty: ([name]) => name === 'nobody' });
    expect(screen.getByText('No names yet')).toBeVisible();
  });

  it('stays while it is refetched, and when that fails', () => {
    const become = show(loaded('Ada'));
    become({ ...loaded('Ada'), isFetching: true });
    expect(screen.getByRole('list')).toHaveTextContent('Ada');
    become({ ...loaded('Ada'), error: failing(503).error });
    expect(screen.getByRole('list')).toHaveTextContent('Ada');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is not shown as the answer to the next query', () => {
    const become = show(loaded('Ada'));
    become({ ...loading, data: ['Ada'] });
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });

  it('stays until the next page is loaded, if it is one of several', () => {
    const become = show(loaded('Ada'), { keepsPrevious: true });
    become({ ...loading, data: ['Ada'] });
    expect(screen.getByRole('list')).toHaveAttribute('aria-busy', 'true');
    become({ ...failing(503), data: ['Ada'] });
    expect(screen.getByRole('alert')).toHaveTextContent('The names could not be loaded');
  });
});

describe('a query that failed', () => {
  it('says what, why and the id to report it by, and tries again', async () => {
    show(failing(503));
    const alert = screen.getByRole('alert');
    for (const text of ['The names could not be loaded', 'The store is away.', 'req-7']) {
      expect(alert).toHaveTextContent(text);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  it('says so as well where nothing is known about why', () => {
    show({ ...failing(503), error: new Error('broken') });
    expect(screen.getByRole('alert')).toHaveTextContent('The names could not be loaded');
  });

  it('says that a thing does not exist, without offering to try again', () => {
    show(failing(404), { notFound: 'This name does not exist', wayOut: <a href="/names">All names</a> });
    expect(screen.getByText('This name does not exist')).toBeVisible();
    expect(screen.getByText('The store is away.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All names' })).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
