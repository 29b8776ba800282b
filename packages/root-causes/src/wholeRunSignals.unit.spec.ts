import { type WholeRun, wholeRunSignals } from './wholeRunSignals.ts';

const nothing: WholeRun = { failedCount: 1, passedCount: 20, lostRunners: 0, setupError: null, groups: [] };
const signalsOf = (run: Partial<WholeRun>) => wholeRunSignals({ ...nothing, ...run });
const failed = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    file: 'a.spec.ts',
    name: `t${index}`,
    framework: null,
    error: 'x',
    problemId: null,
    runnerId: null,
  }));

describe('signals of a whole run', () => {
  it('are not raised by some failed tests', () => {
    expect(signalsOf({ groups: [{ unreachableHost: null, tests: failed(5) }] })).toEqual([]);
  });

  it('name lost runners', () => {
    expect(signalsOf({ lostRunners: 2 })).toEqual([
      {
        signal: 'AGENT_LOST',
        title: '2 runners lost',
        description:
          "2 runners stopped responding during the run. Check the agent's machine, then rerun the failed tests.",
        failedCount: 1,
      },
    ]);
    expect(signalsOf({ lostRunners: 1 })).toMatchObject([{ title: '1 runner lost' }]);
  });

  it('have the first line of why the setup failed', () => {
    expect(signalsOf({ setupError: 'npm ci exited with code 1\nmore', failedCount: 0 })).toMatchObject([
      { signal: 'SETUP_FAILED', description: 'The setup of the run failed: npm ci exited with code 1', failedCount: 0 },
    ]);
  });

  it('name a host that several tests cannot reach, over all causes', () => {
    const groups = [
      { unreachableHost: 'db.shop.test', tests: failed(1) },
      { unreachableHost: 'db.shop.test', tests: failed(2) },
      { unreachableHost: 'other.shop.test', tests: failed(1) },
    ];
    expect(signalsOf({ groups })).toMatchObject([
      { signal: 'HOST_UNREACHABLE', title: 'db.shop.test is unreachable', failedCount: 3 },
    ]);
  });

  it.each([
    [4, 0, []],
    [5, 0, ['All tests failed']],
    [4, 1, ['Most tests failed']],
    [79, 21, []],
    [80, 20, ['Most tests failed']],
  ])('say that most tests failed from 80 %% of 5 tests on: %d red, %d green', (failedCount, passedCount, titles) => {
    expect(signalsOf({ failedCount, passedCount }).map(({ title }) => title)).toEqual(titles);
  });

  it('are in the order in which they are checked', () => {
    const groups = [{ unreachableHost: 'db', tests: failed(5) }];
    const run = { lostRunners: 1, setupError: 'no', groups, failedCount: 5, passedCount: 0 };
    expect(signalsOf(run).map(({ signal }) => signal)).toEqual([
      'AGENT_LOST',
      'SETUP_FAILED',
      'HOST_UNREACHABLE',
      'MOSTLY_FAILED',
    ]);
  });
});
