import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { userView } from '../../testSupport/views.ts';
import { SignedIn } from './SignedIn.tsx';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

// The store reports an answer at the next frame, so a second is a little longer here.
const pass = (seconds: number) => act(async () => await jest.advanceTimersByTimeAsync(seconds * 1000));
const away = { status: 503, body: { code: 'away', message: 'The store is away.', requestId: 'req-5' } };

function open(failures: number) {
  let asked = 0;
  const page = makePage({
    'GET /users/me': () => {
      asked += 1;
      return asked <= failures ? away : { body: userView('USER') };
    },
  });
  renderOn(page, <SignedIn>Inside</SignedIn>);
  return () => asked;
}

describe('loading the user', () => {
  it('is retried a second later', async () => {
    const asked = open(2);
    await pass(0);
    expect(asked()).toBe(1);
    await pass(1.1);
    expect(asked()).toBe(2);
    await pass(1.1);
    expect(screen.getByText('Inside')).toBeInTheDocument();
  });

  it('is given up after twenty attempts, with the id to report it by', async () => {
    const asked = open(100);
    for (let second = 0; second < 30; second += 1) await pass(1.1);
    expect(asked()).toBe(20);
    expect(screen.getByRole('alert')).toHaveTextContent('req-5');
  });
});
