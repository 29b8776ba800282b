import { manifest, onlyOf } from '../../test/proposedFor.ts';

describe('versions of Node and Python that a proposal names', () => {
  it('are those of the nearest file, with its line', () => {
    const { runtimes } = onlyOf({
      '.nvmrc': '20',
      'app/.tool-versions': 'ruby 3.3.0\nnodejs 22.3.0\n',
      'app/package.json': manifest({ vitest: '3' }, { test: 'vitest' }),
      'app/a.test.ts': '',
    });
    expect(runtimes).toEqual([
      {
        name: 'Node',
        asked: '22.3.0',
        ranges: ['22.3.0', '22'],
        file: 'app/.tool-versions',
        line: 2,
        used: null,
        missing: null,
      },
    ]);
  });

  it('are of Python for its tests', () => {
    const { runtimes } = onlyOf({
      'pyproject.toml': '[project]\nname = "a"\nrequires-python = ">=3.12"\n[tool.pytest.ini_options]\n',
      'test_a.py': '',
    });
    expect(runtimes).toMatchObject([{ name: 'Python', asked: '>=3.12', file: 'pyproject.toml', line: 3 }]);
  });

  it('are left out where nothing names one', () => {
    expect(onlyOf({ 'package.json': manifest({ vitest: '3' }), 'a.test.ts': '' }).runtimes).toEqual([]);
  });
});
