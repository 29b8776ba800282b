import { projectView } from '../../testSupport/views.ts';
import { adviceOf } from './adviceOf.ts';

const other = { testingFramework: 'Other' as const, otherFramework: 'Vitest', testCommand: 'npm run test:unti' };
const own = (change = {}) => projectView({ ...other, ...change });
const ended = (output: string) => `'npm test' failed (exit code 1). It ended with:\n${output}`;
/** @returns what to do after a command that printed this */
function adviceFor(output: string, change = {}, statusCode = 'command.failed') {
  return adviceOf({ statusCode, statusInfo: ended(output) }, own(change));
}
const remediesFor = (...order: Parameters<typeof adviceFor>) => {
  const advice = adviceFor(...order);
  return Object.fromEntries((advice?.remedies ?? []).map(({ label, change }) => [label, change]));
};

describe('what a program that failed says about the cause', () => {
  it('names a script that is missing, and offers the similar one', () => {
    const output = `npm error Missing script: "test:unti"
npm error
npm error Did you mean this?
npm error   npm run test:unit # run the "test:unit" package script
npm error`;
    expect(adviceFor(output)).toMatchObject({
      text: "package.json has no script 'test:unti'.",
      field: { name: 'testCommand' },
    });
    expect(remediesFor(output)).toEqual({ "Run 'test:unit'": { testCommand: 'npm run test:unit' } });
    const command = { testCommand: 'npx vitest', buildCommand: 'npm run test:unti && ls' };
    expect(remediesFor(output, command, 'build.failed')).toEqual({
      "Run 'test:unit'": { buildCommand: 'npm run test:unit && ls' },
    });
  });

  it.each([
    ['sh: 1: tsc: not found', 'tsc', { 'Add typescript': { installCommand: 'npm install --no-save typescript' } }],
    [
      'bash: line 1: rimraf: command not found',
      'rimraf',
      { 'Add rimraf': { installCommand: 'npm install --no-save rimraf' } },
    ],
    [
      "'cross-env' is not recognized as an internal or external command,",
      'cross-env',
      { 'Add cross-env': { installCommand: 'npm install --no-save cross-env' } },
    ],
    ['/bin/sh: gotestsum: not found', 'gotestsum', {}],
    ['Error: spawn ffmpeg ENOENT', 'ffmpeg', {}],
  ])('names a program that is missing: %s', (output, program, remedies) => {
    expect(adviceFor(output)?.text).toBe(`'${program}' is neither on the agent nor installed by the project.`);
    expect(adviceFor(output)).toMatchObject({ onAgent: true, field: { name: 'installCommand' } });
    expect(remediesFor(output)).toEqual(remedies);
  });

  it('adds packages by the manager and after the command that the project has', () => {
    const output = 'sh: 1: tsc: not found';
    expect(remediesFor(output, { installCommand: 'npm ci' })).toEqual({
      'Add typescript': { installCommand: 'npm ci && npm install --no-save typescript' },
    });
    expect(remediesFor(output, { testCommand: 'pnpm test' })).toEqual({
      'Add typescript': { installCommand: 'pnpm install && pnpm add --save-dev typescript' },
    });
  });

  it.each([
    ['$ corepack pnpm install\nError: Cannot find matching keyid: {"signatures":', 'pnpm', ['Get pnpm from npm']],
    [
      "'corepack yarn@1 install' failed\nError: No compatible signature found in package metadata",
      'yarn',
      ['Get yarn from npm'],
    ],
    ['Error: Cannot find matching keyid: {', 'the package manager', []],
  ])('names a package manager that Corepack cannot verify: %j', (output, manager, labels) => {
    const advice = adviceFor(output, {}, 'install.failed');
    expect(advice).toMatchObject({
      text: `Corepack on the agent cannot verify ${manager}: update Corepack there, or install ${manager}.`,
      onAgent: true,
    });
    expect(advice?.remedies.map(({ label }) => label)).toEqual(labels);
  });

  it('gets a missing package manager from npm', () => {
    expect(remediesFor('sh: 1: pnpm: not found', { testCommand: 'pnpm test', installCommand: 'pnpm install' })).toEqual(
      {
        'Get pnpm from npm': {
          testCommand: 'npx -y -p "pnpm" -c "unset npm_config_call && pnpm test"',
          installCommand: 'npx -y -p "pnpm" -c "unset npm_config_call && pnpm install"',
        },
      },
    );
  });

  it.each([
    ["Error: Cannot find module '../dist/index.js'\nRequire stack:", 'dist/index.js'],
    ['Error: Failed to resolve import "../lib/main.js" from "test/a.test.ts".', 'lib/main.js'],
    [
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/repository/packages/a/dist/b.mjs' imported from",
      'dist/b.mjs',
    ],
    ["Error: ENOENT: no such file or directory, open 'build/app.css'", 'build/app.css'],
    ['Error: Failed to resolve entry for package "@shop/core".', 'The package @shop/core'],
  ])('names a missing step of building: %s', (output, file) => {
    expect(adviceFor(output)).toMatchObject({
      text: `${file} is missing: a build makes it.`,
      field: { name: 'buildCommand' },
    });
    expect(remediesFor(output)).toEqual({ 'Build with npm run build': { buildCommand: 'npm run build' } });
    expect(remediesFor(output, { buildCommand: 'make' })).toEqual({});
  });

  it.each([
    ["KeyError: 'DATABASE_URL'", 'DATABASE_URL'],
    ['sh: 1: API_TOKEN: parameter not set or null', 'API_TOKEN'],
    ['Error: Missing required environment variable: STRIPE_KEY', 'STRIPE_KEY'],
    ['Error: Environment variable BASE_URL is not set', 'BASE_URL'],
    ['AssertionError: SHOP_API_KEY must be set', 'SHOP_API_KEY'],
    ['Error: process.env.SHOP_API_KEY is not defined', 'SHOP_API_KEY'],
  ])('names a variable that is not set: %s', (output, variable) => {
    const text = `${variable} is read and not set in the environment.`;
    expect(adviceFor(output)).toMatchObject({ text, variable, remedies: [] });
  });

  it.each([
    ['[cause]: Error: getaddrinfo ENOTFOUND registry.test', 'registry.test'],
    ['curl: (6) Could not resolve host: registry.test', 'registry.test'],
    [
      'npm error network request to https://registry.test/a failed, reason: getaddrinfo EAI_AGAIN registry.test',
      'registry.test',
    ],
    ['OSError: [Errno 101] Network is unreachable', 'a host on the network'],
  ])('names a host that cannot be reached: %s', (output, host) => {
    expect(adviceFor(output, {}, 'install.failed')?.text).toContain(`The agent cannot reach ${host}.`);
    expect(remediesFor(output)).toEqual({ 'Try again': {} });
  });

  it('starts the server that tests of an app miss', () => {
    const output = 'Error: connect ECONNREFUSED 127.0.0.1:3000';
    expect(adviceFor(output)).toMatchObject({ text: 'Nothing listens on port 3000: the tests need a server.' });
    expect(remediesFor(output)).toEqual({
      'Start it with npm start': { serverCommand: 'npm start', serverUrl: 'http://localhost:3000' },
    });
    expect(remediesFor('Error: connect ECONNREFUSED 127.0.0.1:5432')).toEqual({});
  });

  it.each([
    [
      "ModuleNotFoundError: No module named 'pytest_cov'",
      { 'Add pytest-cov': 'pip install . && python -m pip install pytest-cov' },
    ],
    [
      'error: unrecognized arguments: --cov=src',
      { 'Add pytest-cov': 'pip install . && python -m pip install pytest-cov' },
    ],
    ['/usr/bin/python3: No module named tox', { 'Add tox': 'pip install . && python -m pip install tox' }],
    ["ModuleNotFoundError: No module named 'shop.cart'", {}],
  ])('names a package of Python that is missing: %s', (output, remedies) => {
    const project = { testingFramework: 'PyTest', testCommand: null, installCommand: 'pip install .' };
    const offered = remediesFor(output, project, 'list.failed');
    const commands = Object.entries(offered).map(([label, change]) => [label, change.installCommand]);
    expect(Object.fromEntries(commands)).toEqual(remedies);
    expect(adviceFor(output, project, 'list.failed')?.field?.name).toBe('installCommand');
    expect(remediesFor(output, { ...project, installCommand: null }, 'list.failed')).toEqual({});
  });

  it('adds the reporter of a command, and no package of an unknown name', () => {
    const output = 'Could not resolve a module for a custom reporter.\n  Module name: jest-junit';
    expect(remediesFor(output)).toEqual({ 'Add jest-junit': { installCommand: 'npm install --no-save jest-junit' } });
    expect(adviceFor("Error: Cannot find module 'left-padd'")).toMatchObject({
      text: "The package 'left-padd' is not installed.",
      remedies: [],
    });
  });

  it.each([
    ['.nvmrc asks for Node 22, the agent has 20.20.2. It ended with: SyntaxError', '22'],
    ['error x@1: The engine "node" is incompatible with this module. Expected version ">=22". Got "20.20.2"', '>=22'],
  ])('gets another Node from npm: %s', (output, asked) => {
    const project = { testCommand: 'npm test', buildCommand: 'npm run build' };
    expect(adviceFor(output, project)).toMatchObject({ onAgent: true, field: null });
    expect(remediesFor(output, project)).toEqual({
      [`Get Node ${asked} from npm`]: {
        testCommand: `npx -y -p "node@${asked}" -c "unset npm_config_call && npm test"`,
        installCommand: `npx -y -p "node@${asked}" -c "unset npm_config_call && npm install"`,
        buildCommand: `npx -y -p "node@${asked}" -c "unset npm_config_call && npm run build"`,
      },
    });
    expect(remediesFor(output, { testingFramework: 'Playwright', testCommand: null })).toEqual({});
  });

  it('names a Python that is missing', () => {
    const output = "ERROR: Package 'shop' requires a different Python: 3.11.7 not in '>=3.12'";
    expect(adviceFor(output)?.text).toBe('Python >=3.12 may be what it needs: install it on the agent.');
  });

  it.each(['AssertionError: expected 1 to be 2', 'Error: user not found', 'TypeError: x is not defined', ''])(
    'says nothing of %j',
    (output) => {
      expect(adviceFor(output)?.text).toBe('The command has to work in a fresh clone, after the install command.');
    },
  );
});
