import { pythonNames } from './pythonModules.ts';

describe('the name of Python', () => {
  it('is first the one that does not open the Windows store, and python3 elsewhere', () => {
    expect(pythonNames('win32')[0]).toBe('python');
    expect(pythonNames('linux')[0]).toBe('python3');
  });
});
