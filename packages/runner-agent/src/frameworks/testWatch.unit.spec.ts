import type { ListedTest, TestId } from '@assay/contract';
import { TestWatch } from './testWatch.ts';

const test: ListedTest = { testId: 'a' as TestId, file: 'a.js', name: 'a', line: 1, tags: [], selector: null };
const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

describe('the watchdog of a test process', () => {
  it('ends a test that exceeds its time limit', async () => {
    const hung = await new Promise<ListedTest>((resolve, reject) => {
      const onIdle = () => reject(new Error('the process was taken for idle'));
      new TestWatch({ testTimeoutMs: 5, onHungTest: resolve, onIdle }).began(test);
    });
    expect(hung).toBe(test);
  });

  it('keeps no timer after it is stopped, whatever arrives from the process afterwards', () => {
    const before = timers();
    const watch = new TestWatch({ testTimeoutMs: 60_000, onHungTest: () => undefined, onIdle: () => undefined });
    watch.began(test);
    expect(timers()).toBe(before + 1);
    watch.stop();
    watch.betweenTests();
    watch.began(test);
    watch.allDone();
    expect(timers()).toBe(before);
  });
});
