import { pythonNames } from './pythonModules.ts';

describe('the name of Python', () => {
  it('is the one that Windows does not keep for its store first, and the newer one elsewhere', () => {
    expect(pythonNames('win32')[0]).toBe('python');
    expect(pythonNames('linux')[0]).toBe('python3');
  });
});
