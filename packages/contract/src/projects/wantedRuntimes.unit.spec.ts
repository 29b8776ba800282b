import { fittingVersion, missingRuntime, type WantedRuntime, wantedRuntimes } from './wantedRuntimes.ts';

const versions = {
  Node: ['18.19.0', '20.20.2', '22.3.0', '22.14.0'],
  Python: ['3.8.18', '3.11.7', '3.12.1', '3.13.0'],
};

function wantedIn(files: Record<string, string>, folders = ['']): WantedRuntime[] {
  const framework = Object.keys(files).some((name) => /py|Pip|setup/.test(name)) ? 'PyTest' : 'Playwright';
  return wantedRuntimes(framework, folders, (folder, file) => files[folder === '' ? file : `${folder}/${file}`]);
}

describe('the version that a repository asks for', () => {
  it.each([
    ['.nvmrc', '9'.repeat(20)],
    ['.node-version', `20.${'1'.repeat(20)}`],
    ['package.json', `{"engines":{"node":">=${'1'.repeat(300)}"}}`],
    ['.python-version', `3.${'1'.repeat(20)}`],
    ['pyproject.toml', `requires-python = ">=3.${'1'.repeat(4000)}"`],
  ])('is not taken where no version can be so large: %s', (file, text) => {
    for (const wanted of wantedIn({ [file]: text })) expect(fittingVersion(wanted, ['3.12', '20.20.2'])).toBeNull();
    expect(wantedIn({ [file]: text })).toEqual([]);
  });

  it.each([
    ['.nvmrc', 'v22.3.0\n', '22.3.0', '22.3.0'],
    ['.nvmrc', '# ours\n22', '22', '22.14.0'],
    ['.nvmrc', 'lts/iron', 'lts/iron', '20.20.2'],
    ['.nvmrc', '22.1.0', '22.1.0', '22.14.0'],
    ['.nvmrc', '16', '16', null],
    ['.node-version', '18.19.0', '18.19.0', '18.19.0'],
    ['package.json', '{"volta":{"node":"20.11.1"}}', '20.11.1', '20.20.2'],
    ['package.json', '{"engines":{"node":"^20.19.0 || >=22.12.0"}}', '^20.19.0 || >=22.12.0', '22.14.0'],
    ['package.json', '{"engines":{"node":">= 24"}}', '>= 24', null],
    [
      'rush.json',
      '{\n  // "nodeSupportedVersionRange": "1",\n  "nodeSupportedVersionRange": ">=22 <23"\n}',
      '>=22 <23',
      '22.14.0',
    ],
    ['.tool-versions', 'ruby 3.3.0\nnodejs 18.19.0\n', '18.19.0', '18.19.0'],
    ['mise.toml', '[tools]\nnode = "22"\n', '22', '22.14.0'],
  ])('is read from %s: %j', (file, text, asked, fitting) => {
    const [wanted] = wantedIn({ [file]: text });
    expect(wanted).toMatchObject({ name: 'Node', file, asked });
    expect(wanted && fittingVersion(wanted, versions.Node)).toBe(fitting);
  });

  it.each([
    ['.python-version', '3.12\n', '3.12', '3.12.1'],
    ['.python-version', 'cpython-3.11.4', '3.11.4', '3.11.7'],
    ['.python-version', '3.14', '3.14', null],
    ['pyproject.toml', '[project]\nrequires-python = ">=3.8,<3.12"\n', '>=3.8,<3.12', '3.11.7'],
    ['pyproject.toml', '[project]\nrequires-python = "~=3.11.2"\n', '~=3.11.2', '3.11.7'],
    ['pyproject.toml', '[project]\nrequires-python = "~=3.12"\n', '~=3.12', '3.13.0'],
    ['pyproject.toml', '[project]\nrequires-python = "==3.12.*"\n', '==3.12.*', '3.12.1'],
    ['pyproject.toml', '[project]\nrequires-python = ">=3.9, !=3.9.0"\n', '>=3.9, !=3.9.0', '3.13.0'],
    ['pyproject.toml', '[tool.poetry.dependencies]\npython = "^3.12"\n', '^3.12', '3.13.0'],
    ['setup.cfg', '[options]\npython_requires = >=3.14\n', '>=3.14', null],
    ['setup.py', 'setup(name="a", python_requires="<3.9")', '<3.9', '3.8.18'],
    ['Pipfile', '[requires]\npython_version = "3.12"\n', '3.12', '3.12.1'],
  ])('is read from %s of Python: %j', (file, text, asked, fitting) => {
    const [wanted] = wantedIn({ [file]: text });
    expect(wanted).toMatchObject({ name: 'Python', file, asked });
    expect(wanted && fittingVersion(wanted, versions.Python)).toBe(fitting);
  });

  it.each([
    ['.nvmrc', 'node'],
    ['.nvmrc', 'lts/*'],
    ['.nvmrc', '$(curl evil)'],
    ['package.json', '{"engines":{"node":"*"}}'],
    ['package.json', '{"engines":'],
    ['package.json', 'null'],
    ['.python-version', 'pypy3.10-7.3.12'],
    ['pyproject.toml', '[project]\nrequires-python = "whatever"\n'],
  ])('is any where %s says %j', (file, text) => {
    expect(wantedIn({ [file]: text })).toEqual([]);
  });

  it('is that which the agent has already, where it fits', () => {
    const [range] = wantedIn({ 'package.json': '{"engines":{"node":">=18"}}' });
    const [exact] = wantedIn({ '.nvmrc': '20.11.1' });
    expect(range && fittingVersion(range, versions.Node, '20.20.2')).toBe('20.20.2');
    expect(exact && fittingVersion(exact, ['20.11.1'], '20.20.2')).toBe('20.11.1');
    expect(exact && fittingVersion(exact, ['20.21.0'], '20.20.2')).toBe('20.20.2');
  });

  it('may be one whose patch version is unknown', () => {
    const [range] = wantedIn({ 'pyproject.toml': '[project]\nrequires-python = ">=3.12.4"\n' });
    expect(range && fittingVersion(range, ['3.11', '3.12', '3.10.2'])).toBe('3.12');
    const [exact] = wantedIn({ '.python-version': '3.11.4' });
    expect(exact && fittingVersion(exact, ['3.11', '3.12', '3.13.1'])).toBe('3.11');
    expect(exact && fittingVersion(exact, ['3.12', '3.13.1'])).toBeNull();
    expect(exact && missingRuntime(exact, ['3.1.2', '3.12.7', '3.12', '3.1', '3.13'])).toBe(
      '.python-version asks for Python 3.11.4, the agent has 3.13, 3.12.7, 3.1.2.',
    );
  });

  it('is that of a version manager before the range that the code works with, and the nearest', () => {
    const files = { 'package.json': '{"engines":{"node":">=18"}}', '.nvmrc': '20', 'app/.nvmrc': '22' };
    expect(wantedIn(files, ['app', ''])).toMatchObject([{ asked: '22', folder: 'app' }]);
    expect(wantedIn(files, ['lib', ''])).toMatchObject([{ asked: '20', folder: '' }]);
  });

  it('is that of the language in which the tests are', () => {
    const files: Record<string, string> = { '.nvmrc': '22', '.python-version': '3.12' };
    const namesFor = (framework: Parameters<typeof wantedRuntimes>[0]) =>
      wantedRuntimes(framework, [''], (_folder, file) => files[file]).map(({ name }) => name);
    expect(namesFor('PyTest')).toEqual(['Python']);
    expect(namesFor('Cypress')).toEqual(['Node']);
    expect(namesFor('TestNG')).toEqual([]);
    expect(namesFor('Other')).toEqual(['Node', 'Python']);
    files['package.json'] = '{}';
    expect(namesFor('Other')).toEqual(['Node']);
  });

  it('is named with what the agent has, where that does not fit', () => {
    const [wanted] = wantedIn({ '.nvmrc': '16' });
    const sentence = wanted && missingRuntime(wanted, ['18.19.0', '20.20.2', '20.20.2']);
    expect(sentence).toBe('.nvmrc asks for Node 16, the agent has 20.20.2, 18.19.0.');
    expect(wanted && missingRuntime(wanted, ['17.0.0', '18.0.0', '19.0.0', '20.0.0', '21.0.0', '22.0.0'])).toBe(
      '.nvmrc asks for Node 16, the agent has 22.0.0, 21.0.0, 20.0.0, 19.0.0 and 2 older.',
    );
  });
});
