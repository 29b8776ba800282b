import { identifyTests } from './testIdentity.ts';
import { unloadedFile, unloadedOutcome } from './unloadedFile.ts';

describe('a file that is not loaded', () => {
  it('is listed as a test that knows what happened to it', () => {
    const found = [unloadedFile('a.py', 'FAIL', 'no such module'), unloadedFile('b.py', 'IGNORED', 'later')];
    const tests = identifyTests(found);
    expect(tests.map(({ file, name }) => `${file} ${name}`)).toEqual([
      'a.py Loading the file',
      'b.py Loading the file',
    ]);
    expect(tests.map(unloadedOutcome)).toEqual([
      { status: 'FAIL', message: 'no such module' },
      { status: 'IGNORED', message: 'later' },
    ]);
  });

  it('keeps both ends of a long message, within the limit of a selector', () => {
    const [test] = identifyTests([unloadedFile('a.py', 'FAIL', `first${'x'.repeat(5000)}last`)]);
    expect(test?.selector?.length).toBeLessThan(2000);
    expect(test && unloadedOutcome(test)?.message).toMatch(/^first.*….*last$/s);
  });

  it('is not a test that happens to have that name', () => {
    const key = 'tests/a.py::Loading the file';
    const [test] = identifyTests([{ key, file: 'a.py', name: 'Loading the file', line: 1, tags: [] }]);
    expect(test && unloadedOutcome(test)).toBeNull();
  });
});
