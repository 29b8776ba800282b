import { workersOf } from './lanes.mjs';

const isWaiting = (name: string) => name.startsWith('wait');
const start = (workers: (() => string | undefined)[]) => workers.map((next) => next());

describe('the workers of a test run', () => {
  it('are one for each core, and one for every two cores that only runs waiting specs', () => {
    const workers = workersOf(['a', 'wait 1', 'b', 'c', 'wait 2'], isWaiting, 2);
    expect(start(workers)).toEqual(['a', 'b', 'wait 1']);
    expect(workers[2]?.()).toBe('wait 2');
    expect(workers[2]?.()).toBeUndefined();
    expect(workers[0]?.()).toBe('c');
    expect(workersOf(['a', 'b', 'c', 'd', 'e', 'wait 1', 'wait 2'], isWaiting, 4)).toHaveLength(6);
  });

  it('of the cores run waiting specs once nothing is left to compute', () => {
    const workers = workersOf(['a', 'wait 1', 'wait 2', 'wait 3'], isWaiting, 2);
    expect(start(workers)).toEqual(['a', 'wait 1', 'wait 2']);
    expect(start(workers)).toEqual(['wait 3', undefined, undefined]);
  });

  it('are as many as there are specs at most', () => {
    expect(workersOf(['a'], isWaiting, 2)).toHaveLength(1);
    expect(workersOf(['wait 1', 'wait 2'], isWaiting, 8)).toHaveLength(2);
  });
});
