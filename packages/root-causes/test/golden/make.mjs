// Makes the golden set: runs each project with its framework, and takes what its reporter prints about failed tests.
// `node packages/root-causes/test/golden/make.mjs [FRAMEWORK…]`; README.md has what must be installed.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const golden = import.meta.dirname;
const projects = join(golden, 'projects');
/** Characters of an error that the product stores; of a stack this set keeps some more than any cause needs. */
const [errorHead, stackHead] = [1_000, 4_000];

const java = '/usr/share/java';
const jars = {
  junit5: `${java}/junit-platform-console-standalone.jar`,
  testng: ['testng', 'jcommander', 'slf4j-api', 'bsh'].map((name) => `${java}/${name}.jar`).join(':'),
};
const sourcesOf = (folder) => readdirSync(folder, { recursive: true }).filter((file) => String(file).endsWith('.java'));
const compile = (cwd, jar) =>
  execFileSync('javac', ['-g', '-cp', jar, '-d', 'out', ...sourcesOf(join(cwd, 'src')).map((file) => `src/${file}`)], {
    cwd,
  });

/** The language of each framework, how to run it and how to read what it wrote: `{ file, name, error, stack }` each. */
const frameworks = {
  jest: [
    'JavaScript',
    (run) =>
      run.tool('jest', ['--ci', '--reporters=jest-junit'], {
        JEST_JUNIT_CLASSNAME: '{filepath}',
        JEST_JUNIT_TITLE: '{title}',
      }),
    junit('junit.xml'),
  ],
  vitest: [
    'JavaScript',
    (run) => run.tool('vitest', ['run', '--reporter=junit', '--outputFile=junit.xml']),
    junit('junit.xml'),
  ],
  mocha: [
    'JavaScript',
    (run) =>
      run.tool('mocha', [
        '--timeout',
        '300',
        '--reporter',
        'mocha-junit-reporter',
        '--reporter-options',
        'mochaFile=junit.xml,testCaseSwitchClassnameAndName=true',
        'test/*.js',
      ]),
    junit('junit.xml'),
  ],
  jasmine: ['JavaScript', (run) => run.tool('jasmine', ['--reporter=./reporter.js', 'spec/*.js']), junit('junit.xml')],
  'node-test': [
    'JavaScript',
    (run) =>
      run.command('node', [
        '--test',
        '--test-reporter=junit',
        '--test-reporter-destination=junit.xml',
        ...run.files('test'),
      ]),
    junit('junit.xml'),
  ],
  playwright: [
    'JavaScript',
    (run) => run.tool('playwright', ['test', '--reporter=json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json' }),
    playwright,
  ],
  cucumber: [
    'JavaScript',
    (run) => run.tool('cucumber-js', ['--import', 'features/steps.js', '--format', 'json:report.json']),
    cucumber,
  ],
  ava: ['JavaScript', (run) => run.tool('ava', ['--tap']), tap],
  tape: ['JavaScript', (run) => run.tool('tape', ['test/*.js']), tap],
  pytest: [
    'Python',
    (run) =>
      run.command('python3', [
        '-m',
        'pytest',
        '-p',
        'no:cacheprovider',
        '-o',
        'junit_family=xunit1',
        '--junitxml=junit.xml',
        '--continue-on-collection-errors',
      ]),
    junit('junit.xml'),
  ],
  unittest: ['Python', (run) => run.command('python3', ['-m', 'unittest']), unittest],
  junit5: [
    'Java',
    (run) => {
      compile(run.folder, jars.junit5);
      run.command('java', ['-jar', jars.junit5, '-cp', 'out', '--scan-class-path', '--reports-dir=reports']);
    },
    junit('reports/TEST-junit-jupiter.xml'),
  ],
  testng: [
    'Java',
    (run) => {
      compile(run.folder, jars.testng);
      run.command('java', [
        '-cp',
        `out:${jars.testng}`,
        'org.testng.TestNG',
        '-usedefaultlisteners',
        'false',
        '-listener',
        'org.testng.reporters.JUnitReportReporter',
        '-d',
        'reports',
        '-testclass',
        testClasses(run),
      ]);
    },
    junit('reports/junitreports'),
  ],
  go: ['Go', (run) => run.command('go', ['test', '-json', './...'], { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' }), go],
  rspec: ['Ruby', (run) => run.command('rspec', ['--format', 'json', '--out', 'report.json']), rspec],
  minitest: ['Ruby', (run) => run.command('ruby', ['-Ilib', ...run.files('test')]), minitest],
  phpunit: ['PHP', (run) => run.command('phpunit', ['--log-junit', 'junit.xml', 'tests']), junit('junit.xml')],
};

const testClasses = ({ folder }) =>
  sourcesOf(join(folder, 'src'))
    .filter((file) => /Test\.java$/.test(file))
    .map((file) => file.slice(0, -5).replaceAll('/', '.'))
    .join(',');

/** Reads JUnit XML as the product does. */
function junit(path) {
  return async ({ folder, reader }) => {
    const full = join(folder, path);
    const files = path.endsWith('.xml') ? [full] : readdirSync(full).map((file) => join(full, file));
    const cases = [];
    for (const file of files) await reader.readJunitFile(file, { onCase: (one) => cases.push(one) });
    return cases.flatMap((one) => {
      const last = reader.attemptsOfCase(one).at(-1);
      if (last?.status !== 'FAIL') return [];
      const name = one.name.trim() || one.classname;
      return [{ file: one.file ?? one.classname, name, error: last.error, stack: last.stackTrace }];
    });
  };
}

const cut = (text, length) => (text ? text.slice(0, length) : null);

function playwright({ folder }) {
  const walk = (suite) => [...(suite.suites ?? []).flatMap(walk), ...(suite.specs ?? [])];
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  return report.suites.flatMap(walk).flatMap(({ file, title, tests }) => {
    const { error } = tests[0].results[0];
    return error ? [{ file: `tests/${file}`, name: title, error: error.message, stack: error.stack }] : [];
  });
}

/** What the product's reporter takes for the head: lines up to the first frame. */
function headOf(text) {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => /^\s+at /.test(line));
  return lines.slice(0, first === -1 ? undefined : first).join('\n');
}

function cucumber({ folder }) {
  const features = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  return features.flatMap(({ uri, elements }) =>
    elements.flatMap(({ name, steps }) => {
      const step = steps.find(({ result }) => result.status === 'failed' || result.status === 'undefined');
      if (!step) return [];
      if (step.result.status === 'undefined')
        return [{ file: uri, name, error: `There is no step definition for '${step.name}'.`, stack: null }];
      return [{ file: uri, name, error: headOf(step.result.error_message), stack: step.result.error_message }];
    }),
  );
}

/** The description of a point, and the text of its YAML block. */
function tap({ output, folder }) {
  const failures = [];
  let [name, block, title] = [null, null, null];
  for (const line of output.split('\n')) {
    if (line.startsWith('# ')) title = line.slice(2).trim();
    const point = /^\s*not ok \d+ -? ?(.*?)(?: # .*)?$/.exec(line);
    if (point) name = point[1];
    else if (name !== null && /^\s*---/.test(line)) block = [];
    else if (block && /^\s*\.\.\./.test(line)) {
      const text = block.join('\n');
      const own = output.includes('operator:') ? title : name;
      failures.push({
        file: `test/${readdirSync(join(folder, 'test'))[0]}`,
        name: own,
        error: own === name ? text : `${name}\n${text}`,
        stack: null,
      });
      [name, block] = [null, null];
    } else block?.push(line);
  }
  return failures;
}

function unittest({ errors }) {
  return errors
    .split(/^={70}$/m)
    .slice(1)
    .map((part) => {
      const [, name, file] = /(?:ERROR|FAIL): (\w+) \((\w+)/.exec(part);
      const stack = part.split(/^-{70}$/m)[1].trim();
      const lines = stack.split('\n');
      const from = lines.findLastIndex((line) => /^ {2}/.test(line)) + 1;
      return { file: `${file}.py`, name, error: lines.slice(from).join('\n'), stack };
    });
}

function go({ output }) {
  const texts = new Map();
  const failed = [];
  for (const line of output.split('\n').filter(Boolean)) {
    const { Action, Package, Test, Output } = JSON.parse(line);
    if (!Test) continue;
    const key = `${Package} ${Test}`;
    if (Action === 'output') texts.set(key, (texts.get(key) ?? '') + Output);
    if (Action === 'fail') failed.push({ key, Package, Test });
  }
  return failed.map(({ key, Package, Test }) => {
    const text = texts
      .get(key)
      .split('\n')
      .filter((line) => !/^(?:=== |--- |FAIL)/.test(line))
      .join('\n')
      .trim();
    return { file: Package.replace('example.org/meter/', ''), name: Test, error: text.split('\n\n')[0], stack: text };
  });
}

function rspec({ folder }) {
  const { examples } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  return examples
    .filter(({ exception }) => exception)
    .map(({ file_path: file, description: name, exception }) => ({
      file: file.replace('./', ''),
      name,
      error: exception.message,
      stack: `${exception.class}: ${exception.message}\n${exception.backtrace.join('\n')}`,
    }));
}

function minitest({ output, run }) {
  return output
    .split(/\n\s+\d+\) /)
    .slice(1)
    .map((part) => {
      const [first, ...rest] = part
        .split(/\n\n(?=\d+ runs)/)[0]
        .trimEnd()
        .split('\n');
      const name = /#(\w+)/.exec(`${first} ${rest.join(' ')}`)[1];
      const text = (/^(?:Failure|Error)/.test(first) ? rest.slice(1) : rest).join('\n');
      return { file: run.files('test')[0], name, error: text.split('\n')[0], stack: `${rest[0]}\n${text}` };
    });
}

/** Machine paths by neutral ones. */
function neutral(text, root) {
  return (
    text
      ?.replaceAll(pathToFileURL(root).href, 'file:///project')
      .replaceAll(root, '/project')
      .replaceAll(/\/root\/\.pyenv\/versions\/[\d.]+/g, '/usr') ?? null
  );
}

async function openReader(root) {
  const outfile = join(root, 'junit.mjs');
  await build({
    entryPoints: [join(golden, '../../../junit/src/index.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

async function make(framework, root, reader) {
  const [language, start, read] = frameworks[framework];
  const folder = join(root, framework);
  cpSync(join(projects, framework), folder, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const printed = { output: '', errors: '' };
  const run = {
    folder,
    files: (under) =>
      readdirSync(join(folder, under))
        .filter((file) => /test/.test(file))
        .map((file) => `${under}/${file}`),
    command(command, args, env = {}) {
      const { stdout, stderr } = spawnSync(command, args, {
        cwd: folder,
        env: { ...process.env, CI: '1', ...env },
        encoding: 'utf8',
      });
      Object.assign(printed, { output: stdout, errors: stderr });
    },
    tool: (name, args, env) => run.command(join(root, 'node_modules/.bin', name), args, env),
  };
  start(run);
  const labels = JSON.parse(readFileSync(join(projects, framework, 'labels.json'), 'utf8'));
  const causeOf = new Map(Object.entries(labels).flatMap(([cause, { tests }]) => tests.map((test) => [test, cause])));
  const failures = (await read({ ...printed, folder, reader, run })).map(({ file, name, error, stack }) => {
    const cause = causeOf.get(name);
    if (cause === undefined) throw new Error(`${framework}: '${name}' has no label: ${error}`);
    causeOf.delete(name);
    return {
      file: neutral(file, folder),
      name,
      cause,
      kind: labels[cause].kind,
      error: cut(neutral(neutral(error, folder), root), errorHead),
      stack: cut(neutral(neutral(stack, folder), root), stackHead),
    };
  });
  if (causeOf.size > 0)
    throw new Error(
      `${framework}: did not fail: ${[...causeOf.keys()].join(', ')}\n${printed.output}${printed.errors}`,
    );
  failures.sort((one, other) => `${one.file}\0${one.name}`.localeCompare(`${other.file}\0${other.name}`, 'en'));
  writeFileSync(join(golden, `${framework}.json`), `${JSON.stringify({ framework, language, failures }, null, 2)}\n`);
  process.stdout.write(`${framework}: ${failures.length} failures, ${Object.keys(labels).length} causes\n`);
}

const root = mkdtempSync(join(tmpdir(), 'golden-'));
const tools = process.env.GOLDEN_NODE_MODULES;
if (tools) symlinkSync(tools, join(root, 'node_modules'));
else {
  cpSync(join(projects, 'tools.json'), join(root, 'package.json'));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
}
const wanted = process.argv.slice(2);
const reader = await openReader(root);
for (const framework of wanted.length > 0 ? wanted : Object.keys(frameworks)) {
  if (!existsSync(join(projects, framework))) continue;
  await make(framework, root, reader).catch((error) => {
    process.exitCode = 1;
    process.stderr.write(`${error.message}\n`);
  });
}
rmSync(root, { recursive: true });
