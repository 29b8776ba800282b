import { givenUp } from './givenUp.ts';

const logger = { error: () => undefined };
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

it.each(['after', 'before', 'while'])('a unit whose signal fires %s it ends leaves no timer', async (when) => {
  const before = timers();
  const ending = new AbortController();
  if (when === 'before') ending.abort();
  const work = new Promise<string>((resolve) => {
    setImmediate(() => {
      if (when === 'while') ending.abort();
      resolve('done');
    });
  });
  expect(await givenUp(work, ending.signal, logger)).toBe('done');
  ending.abort();
  await new Promise((resolve) => setImmediate(resolve));
  expect(timers()).toBe(before);
});
