import { joined, lineOf, type RepositoryFiles } from './repositoryFiles.ts';

/** Packages that a tool of the repository installs before it runs pytest. */
export type PythonEnvironment = {
  /** As pip takes them, the project itself included. */
  packages: string[];
  why: string;
  place: { file: string; line: number | null };
};

/** @returns the environment in which a folder's tool runs pytest: that of tox, nox or hatch, else a group of pyproject.toml */
export function pythonEnvironment(files: RepositoryFiles, folder: string): PythonEnvironment | null {
  const read = (name: string) => files.texts.get(joined(folder, name)) ?? '';
  const isProject = /^\[project\]|^\[build-system\]|setup\(/m.test(`${read('pyproject.toml')}\n${read('setup.py')}`);
  const found =
    toxEnvironment(read('tox.ini'), isProject) ??
    noxSession(read('noxfile.py')) ??
    hatchEnvironment(read('hatch.toml'), 'hatch.toml', 'envs') ??
    hatchEnvironment(read('pyproject.toml'), 'pyproject.toml', 'tool.hatch.envs') ??
    dependencyGroup(read('pyproject.toml'), isProject);
  if (!found) return null;
  const { name, kind, file, packages, line } = found;
  const hasPytest = packages.some((each) => /^"?pytest([^\w-]|$)/.test(each));
  return {
    packages: hasPytest ? packages : [...packages, 'pytest'],
    why: `As the ${kind} ${name} of ${file} has them`,
    place: { file: joined(folder, file), line },
  };
}

type Found = {
  name: string;
  kind: 'environment' | 'session' | 'group';
  file: string;
  packages: string[];
  line: number | null;
};

/** What a shell would take apart is quoted. */
function quoted(text: string): string {
  return /[\s<>=~![\];,*]/.test(text) ? `"${text}"` : text;
}

function projectWith(extras: readonly string[]): string[] {
  return ['-e', extras.length > 0 ? `".[${extras.join(',')}]"` : '.'];
}

type Section = { name: string; line: number; values: Map<string, string[]> };

/** @returns the sections of an INI file, each value by its lines */
function iniSections(text: string): Section[] {
  const sections: Section[] = [];
  let values: string[] | null = null;
  for (const [index, full] of text.split('\n').entries()) {
    const line = full.replace(/(^|\s)[#;].*$/, '').trimEnd();
    const section = /^\[([^\]]+)\]/.exec(line)?.[1];
    const [, key, value = ''] = /^([\w-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (section !== undefined) {
      sections.push({ name: section, line: index + 1, values: new Map() });
      values = null;
    } else if (key !== undefined) {
      values = value === '' ? [] : [value];
      sections.at(-1)?.values.set(key, values);
    } else if (values !== null && line.trim() !== '') values.push(line.trim());
  }
  return sections;
}

function toxEnvironment(text: string, isProject: boolean): Found | null {
  const sections = iniSections(text).filter(({ name }) => /^testenv(:|$)/.test(name));
  const runsPytest = ({ values }: Section) => (values.get('commands') ?? []).some((each) => /\bpy\.?test\b/.test(each));
  const own = sections.find(runsPytest);
  if (!own) return null;
  const base = sections.find(({ name }) => name === 'testenv');
  const linesOf = (key: string) => own.values.get(key) ?? base?.values.get(key) ?? [];
  const deps = linesOf('deps').flatMap((each) => {
    const plain = each
      .replace(/^[\w.,!-]+:\s+/, '')
      .replaceAll('{toxinidir}/', '')
      .replaceAll('{tox_root}/', '');
    const [, option, file] = /^(-[rc])\s*(\S+)$/.exec(plain) ?? [];
    if (option !== undefined && file !== undefined) return [`${option} ${file}`];
    return /[{}$`"']/.test(plain) ? [] : [quoted(plain)];
  });
  const skips = /^true$/i.test(linesOf('skip_install')[0] ?? '') || !isProject;
  const extras = linesOf('extras')
    .flatMap((each) => each.split(/[,\s]+/))
    .filter((each) => /^[\w.-]+$/.test(each));
  const packages = [...(skips ? [] : projectWith(extras)), ...deps];
  return packages.length === 0
    ? null
    : { name: own.name, kind: 'environment', file: 'tox.ini', packages, line: own.line };
}

function noxSession(text: string): Found | null {
  const [, ...sessions] = text.split(/^@nox\.session\b/m);
  const own = sessions.find((session) =>
    /\.run\(\s*["'](pytest|python["'],\s*["']-m["'],\s*["']pytest)["']/.test(session),
  );
  const name = /\bdef (\w+)/.exec(own ?? '')?.[1];
  if (own === undefined || name === undefined) return null;
  const installs = [...own.matchAll(/\.install\(([^()]{0,2000})\)/g)].map(([, given = '']) => given);
  const packages = installs
    .flatMap((given) => [...given.matchAll(/["']([^"'`$\\]+)["']/g)].map(([, each = '']) => each))
    .map(quoted);
  const line = lineOf(text, `def ${name}`);
  return packages.length === 0 ? null : { name, kind: 'session', file: 'noxfile.py', packages, line };
}

function hatchEnvironment(text: string, file: string, table: string): Found | null {
  for (const name of ['hatch-test', 'test', 'tests', 'default', 'dev']) {
    const header = `[${table}.${name}]`;
    const section = tomlTable(text, header);
    if (section === null) continue;
    const deps = [...tomlStrings(section, 'dependencies'), ...tomlStrings(section, 'extra-dependencies')];
    if (name !== 'hatch-test' && !deps.some((each) => /^pytest([^\w-]|$)/.test(each))) continue;
    const packages = [...projectWith(tomlStrings(section, 'features')), ...deps.map(quoted)];
    return { name, kind: 'environment', file, packages, line: lineOf(text, header) };
  }
  return null;
}

/** Pip takes groups only since version 25.1; what a group names, it takes anyway. */
function dependencyGroup(text: string, isProject: boolean): Found | null {
  const section = tomlTable(text, '[dependency-groups]');
  if (section === null) return null;
  const names = [...section.matchAll(/^([\w-]+)\s*=/gm)].map(([, name = '']) => name);
  const name = names.find((each) => tomlStrings(section, each).some((one) => /^pytest([^\w-]|$)/.test(one)));
  if (name === undefined) return null;
  const packages = [...(isProject ? projectWith([]) : []), ...tomlStrings(section, name).map(quoted)];
  return {
    name,
    kind: 'group',
    file: 'pyproject.toml',
    packages,
    line: lineOf(text, new RegExp(`^${name}\\s*=`, 'm')),
  };
}

/** @returns the lines of a table; null where it is not in the file */
function tomlTable(text: string, header: string): string | null {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trimEnd() === header);
  if (start < 0) return null;
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('['));
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join('\n');
}

/** @returns the strings of a list; tables in it, such as an included group, are left out */
function tomlStrings(section: string, key: string): string[] {
  const start = section.search(new RegExp(`^${key}\\s*=\\s*\\[`, 'm'));
  if (start < 0) return [];
  const found: string[] = [];
  const token = /"([^"\n]*)"|'([^'\n]*)'|#[^\n]*|\{[^{}]{0,200}\}|\]/g;
  token.lastIndex = section.indexOf('[', start) + 1;
  for (let match = token.exec(section); match !== null && match[0] !== ']'; match = token.exec(section)) {
    const text = match[1] ?? match[2];
    if (text !== undefined && /^[\w.[\]<>=!~,; *@:/+-]+$/.test(text)) found.push(text);
  }
  return found;
}
