import { runnerNameOf, shortRunnerId } from './runnerNames.ts';

it.each([
  ['01a2-c3-8ebdd4f0-0', 'Runner 1', '8ebdd4f0-0'],
  ['01a2-c3-8ebdd4f0-11', 'Runner 12', '8ebdd4f0-11'],
  ['01a2-c3-8ebdd4f0-0-again2', 'Runner 1 (2)', '8ebdd4f0-0-again2'],
  ['somebody', null, 'somebody'],
])('the runner %s is shown as %j, short %j', (id, name, short) => {
  expect([runnerNameOf(id), shortRunnerId(id)]).toEqual([name, short]);
});
