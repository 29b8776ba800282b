import type { ListedTest, TestId } from '@assay/contract';
import { jest } from '@jest/globals';
import { TestWatch } from './testWatch.ts';

const test: ListedTest = { testId: 'a' as TestId, file: 'a.js', name: 'a', line: 1, tags: [], selector: null };

describe('the watch over a test process', () => {
  let hung: ListedTest[];
  let idle: number;
  let watch: TestWatch;
  beforeEach(() => {
    jest.useFakeTimers();
    [hung, idle] = [[], 0];
    watch = new TestWatch({
      testTimeoutMs: 1_000,
      onHungTest: (one) => hung.push(one),
      onIdle: () => {
        idle += 1;
      },
    });
  });
  afterEach(() => jest.useRealTimers());

  it('ends a test that takes longer than it may, and nothing else', () => {
    watch.began(test);
    jest.advanceTimersByTime(999);
    expect(hung).toEqual([]);
    jest.advanceTimersByTime(1);
    expect([hung, idle]).toEqual([[test], 0]);
  });

  it('gives a framework two minutes more to begin its next test, and half a minute after the last one', () => {
    jest.advanceTimersByTime(120_999);
    expect(idle).toBe(0);
    jest.advanceTimersByTime(1);
    expect(idle).toBe(1);
    watch.allDone();
    jest.advanceTimersByTime(30_000);
    expect(idle).toBe(2);
  });

  it('keeps no clock running once it is stopped, whatever is heard of the process afterwards', () => {
    watch.began(test);
    watch.stop();
    watch.betweenTests();
    watch.began(test);
    watch.allDone();
    expect(jest.getTimerCount()).toBe(0);
  });
});
