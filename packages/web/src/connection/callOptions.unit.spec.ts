import { callOptions } from './callOptions.ts';

describe('answers that no screen shows any more', () => {
  it.each([
    ['getCommit', 60],
    ['listBuilds', 60],
    ['getBuild', 60],
    ['listBranches', 15],
    ['listCommits', 5],
  ] as const)('stay cached after %s for %p minutes', (call, minutes) => {
    expect(callOptions[call]).toMatchObject({ keepUnusedDataFor: minutes * 60 });
  });
});
