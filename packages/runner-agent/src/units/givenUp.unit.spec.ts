import { mock } from 'node:test';
import { endWithinMs, givenUp } from './givenUp.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

function unit(work: Promise<string>) {
  const ending = new AbortController();
  const errors: unknown[] = [];
  const outcome = givenUp(work, ending.signal, { error: (error: unknown) => errors.push(error) });
  return { ending, errors, outcome };
}

it('a unit that does not end after its signal is given up', async () => {
  const { ending, errors, outcome } = unit(new Promise(() => undefined));
  ending.abort();
  mock.timers.tick(endWithinMs);
  expect(await outcome).toBeNull();
  expect(errors).toHaveLength(1);
});

it.each(['after', 'while'])('a unit whose signal fires %s it ends leaves no timer', async (when) => {
  let resolve: (value: string) => void = () => undefined;
  const promise = new Promise<string>((done) => {
    resolve = done;
  });
  const { ending, errors, outcome } = unit(promise);
  if (when === 'while') ending.abort();
  resolve('done');
  expect(await outcome).toBe('done');
  ending.abort();
  mock.timers.tick(2 * endWithinMs);
  expect(errors).toEqual([]);
});

it('a unit whose signal fired before it began leaves no timer', async () => {
  const errors: unknown[] = [];
  const outcome = givenUp(Promise.resolve('done'), AbortSignal.abort(), {
    error: (error: unknown) => errors.push(error),
  });
  expect(await outcome).toBe('done');
  mock.timers.tick(2 * endWithinMs);
  expect(errors).toEqual([]);
});
