import { hasOwnCommand, type ProjectSettings, shellQuoted, withoutNpmCall } from '@assay/contract';
import type { Remedy, Tried } from './remedy.ts';

/** What a program's own words say about why it failed. */
export type Cause = {
  text: string;
  remedies: readonly Remedy[];
  field?: keyof ProjectSettings;
  /** A variable that the environment lacks. */
  variable?: string;
  onAgent?: true;
};

/** @returns null where its words are not about this */
type Reader = (said: string, project: Tried) => Cause | null;

/** Commands of npm packages with another name than their package. */
const nodePrograms: Readonly<Record<string, string>> = {
  tsc: 'typescript',
  'run-s': 'npm-run-all',
  'run-p': 'npm-run-all',
  dotenv: 'dotenv-cli',
  playwright: '@playwright/test',
  wdio: '@wdio/cli',
};
/** Names that are surely meant: any other name may be another package. */
const knownNode =
  /^(tsx|ts-node|rimraf|cross-env|vitest|jest|mocha|nyc|c8|ava|tap|uvu|jasmine|karma|lerna|turbo|nx|wireit|npm-run-all|concurrently|env-cmd|start-server-and-test|wait-on|cypress|jest-junit|tap-junit|karma-junit-reporter|jasmine-reporters|tape|react-scripts)$/;
const pythonPackages: Readonly<Record<string, string>> = {
  pytest: 'pytest',
  pytest_asyncio: 'pytest-asyncio',
  pytest_cov: 'pytest-cov',
  pytest_mock: 'pytest-mock',
  pytest_timeout: 'pytest-timeout',
  xdist: 'pytest-xdist',
  hypothesis: 'hypothesis',
  coverage: 'coverage',
  tox: 'tox',
  nox: 'nox',
  hatch: 'hatch',
  requests: 'requests',
  yaml: 'PyYAML',
  numpy: 'numpy',
  django: 'Django',
};
/** Options of pytest that a plugin brings. */
const pytestPlugins: Readonly<Record<string, string>> = {
  '--cov': 'pytest-cov',
  '-n': 'pytest-xdist',
  '--timeout': 'pytest-timeout',
  '--asyncio-mode': 'pytest-asyncio',
};
/** Programs of other runtimes and managers that npm has. */
const ofNpm = ['pnpm', 'yarn', 'bun', 'deno'];
/** Said by Corepack where keys have changed since its release, or a mirror of the registry has no signatures. */
const unverified = /Cannot find matching keyid|No compatible signature found in package metadata/;

/** The likelier first: what is said about one thing may follow from another. */
const readers: readonly Reader[] = [
  missingScript,
  unverifiedManager,
  missingVariable,
  unreachableServer,
  unreachableHost,
  missingProgram,
  missingPlugin,
  missingBuild,
  missingModule,
  missingRuntime,
];

/** @returns the cause that is known by a program's own words; null for any other */
export function causeIn(said: string, project: Tried): Cause | null {
  for (const read of readers) {
    const cause = read(said, project);
    if (cause !== null) return cause;
  }
  return null;
}

function missingScript(said: string, project: Tried): Cause | null {
  const name =
    /Missing script: "?([\w:.-]{1,80})|Command "([\w:.-]{1,80})" not found|Couldn't find a script named "([\w:.-]{1,80})"/
      .exec(said)
      ?.slice(1)
      .find((each) => each !== undefined);
  if (name === undefined) return null;
  const suggested = [...said.matchAll(/^\W*(?:npm (?:error|ERR!) )?\s*(npm (?:run )?([\w:.-]{1,80})) # run the /gm)];
  return {
    text: `package.json has no script '${name}'.`,
    remedies: suggested.slice(0, 3).flatMap(([, command = '', script = '']) => {
      const change = replaced(project, new RegExp(`\\b(npm|pnpm|yarn)( run)? ${escaped(name)}(?![\\w:.-])`), command);
      return change === null ? [] : [{ label: `Run '${script}'`, change }];
    }),
    field: inCommand(project, name) ?? 'testCommand',
  };
}

function unverifiedManager(said: string, project: Tried): Cause | null {
  if (!unverified.test(said)) return null;
  const manager = /\bcorepack (pnpm|yarn)\b/.exec(said)?.[1] ?? managerIn(project);
  const named = manager === 'npm' ? 'the package manager' : manager;
  return {
    text: `Corepack on the agent cannot verify ${named}: update Corepack there, or install ${named}.`,
    remedies: manager === 'npm' ? [] : fromNpm(project, manager, manager),
    onAgent: true,
  };
}

/** Conventional names of environment variables, in words that programs say about missing ones. */
function missingVariable(said: string): Cause | null {
  const name = '["\'`]?\\$?\\{?(?:process\\.env\\.)?([A-Z][A-Z0-9]*_[A-Z0-9_]{1,60}|[A-Z]{3,40})\\}?["\'`]?';
  const missing =
    '(?:is |was |has |must be |are )?(?:not (?:been )?(?:set|defined|provided|found)|missing|undefined|unset|required|set\\b)';
  const patterns = [
    new RegExp(`env(?:ironment)? ?var(?:iable)?s?(?: named)?:? ${name} ${missing}`, 'i'),
    new RegExp(
      `(?:missing|required|undefined|unset|set)(?: the)?(?: required)? env(?:ironment)? ?var(?:iable)?s?:? ${name}`,
      'i',
    ),
    new RegExp(`(?:^|[\\s:])${name} (?:env(?:ironment)? ?var(?:iable)? )?${missing}`),
    /KeyError: '([A-Z][A-Z0-9_]{2,60})'/,
    /\bsh: \d+: ([A-Z][A-Z0-9_]{2,60}): parameter (?:not set|null or not set)/,
  ];
  for (const pattern of patterns) {
    const variable = pattern.exec(said)?.[1];
    if (variable === undefined || variable !== variable.toUpperCase()) continue;
    return { text: `${variable} is read and not set in the environment.`, remedies: [], variable };
  }
  return null;
}

const usualPorts = ['3000', '3001', '4173', '4200', '5000', '5173', '8000', '8080'];

/** Tests of an app fail at their first request when nothing has started it. */
function unreachableServer(said: string, { serverCommand }: Tried): Cause | null {
  const port =
    /(?:ECONNREFUSED|ERR_CONNECTION_REFUSED|Connection refused)[^\n]{0,80}(?:127\.0\.0\.1|::1|localhost)[:\s]+(\d{2,5})/.exec(
      said,
    )?.[1] ?? /ERR_CONNECTION_REFUSED at https?:\/\/(?:127\.0\.0\.1|localhost):(\d{2,5})/.exec(said)?.[1];
  if (port === undefined) return null;
  const mayStart = serverCommand === null && usualPorts.includes(port);
  const change = { serverCommand: 'npm start', serverUrl: `http://localhost:${port}` };
  return {
    text: `Nothing listens on port ${port}: the tests need a server.`,
    remedies: mayStart ? [{ label: 'Start it with npm start', change }] : [],
    field: 'serverCommand',
  };
}

function unreachableHost(said: string): Cause | null {
  const host =
    /(?:getaddrinfo |ENOTFOUND |EAI_AGAIN )+([a-z0-9][a-z0-9.-]{1,200})/i.exec(said)?.[1] ??
    /Could not resolve host: ([a-z0-9.-]{1,200})/i.exec(said)?.[1] ??
    /(?:Failed to (?:resolve|connect to)|connection to|host=)['" ]{0,2}([a-z0-9-]+(?:\.[a-z0-9-]+)+)/i.exec(said)?.[1];
  const isNetwork =
    /network is unreachable|Temporary failure in name resolution|ENETUNREACH|ETIMEDOUT|NewConnectionError/i;
  if (host === undefined && !isNetwork.test(said)) return null;
  return {
    text: `The agent cannot reach ${host ?? 'a host on the network'}. It may need a proxy (HTTPS_PROXY), or its containers a network.`,
    remedies: [{ label: 'Try again', change: {} }],
    onAgent: true,
  };
}

const noProgram = [
  /\b(?:ba|da|a|z|k)?sh: (?:(?:line )?\d+: )?([\w@./+-]{1,60}): (?:command )?not found/,
  /\bzsh: command not found: ([\w@./+-]{1,60})/,
  /'"?([\w@./+-]{1,60})"?' is not recognized as an internal or external command/,
  /\bspawn ([\w@./+-]{1,60}) ENOENT/,
];

function missingProgram(said: string, project: Tried): Cause | null {
  const name = noProgram.map((pattern) => pattern.exec(said)?.[1]).find((each) => each !== undefined);
  if (name === undefined) return null;
  const program = name.split('/').at(-1) ?? name;
  return {
    text: `'${program}' is neither on the agent nor installed by the project.`,
    remedies: ofNpm.includes(program)
      ? fromNpm(project, program, program)
      : [...added(nodePackage(program), project), ...addedByPip(pythonPackages[program], project)],
    field: 'installCommand',
    onAgent: true,
  };
}

function missingPlugin(said: string, project: Tried): Cause | null {
  const options = /unrecognized arguments: ([^\n]{1,200})/.exec(said)?.[1]?.split(/[\s=]/) ?? [];
  const plugin = options.map((each) => pytestPlugins[each]).find((each) => each !== undefined);
  if (plugin === undefined) return null;
  return {
    text: `pytest gets options of ${plugin}, which is not installed.`,
    remedies: addedByPip(plugin, project),
    field: 'installCommand',
  };
}

const built = String.raw`[^\s'"]{0,200}?\b((?:dist|build|lib|out|output|esm|cjs)\/[^\s'"]{0,100})`;
const buildPatterns = [
  new RegExp(
    `(?:Cannot find (?:module|package)|Can't resolve|Could not resolve|Failed to resolve (?:import|entry)|ENOENT[^\\n]{0,60}(?:open|stat|scandir))[^\\n'"]{0,20}['"]${built}['"]`,
  ),
  new RegExp(`Could not find ['"]${built}`),
];

/** Files that no repository stores: a build makes them. */
function missingBuild(said: string, project: Tried): Cause | null {
  const file = buildPatterns.map((pattern) => pattern.exec(said)?.[1]).find((each) => each !== undefined);
  const entry = /Failed to resolve entry for package "([^"\n]{1,100})"/.exec(said)?.[1];
  if ((file === undefined && entry === undefined) || /node_modules/.test(file ?? '')) return null;
  const buildCommand = `${managerIn(project)} run build`;
  const mayBuild = !project.buildCommand;
  return {
    text: `${file ?? `The package ${entry}`} is missing: a build makes it.`,
    remedies: mayBuild ? [{ label: `Build with ${buildCommand}`, change: { buildCommand } }] : [],
    field: 'buildCommand',
  };
}

function missingModule(said: string, project: Tried): Cause | null {
  const python = /No module named ['"]?([\w.]{1,100})/.exec(said)?.[1]?.split('.')[0];
  if (python !== undefined) {
    return {
      text: `The Python package of '${python}' is not installed.`,
      remedies: addedByPip(pythonPackages[python], project),
      field: 'installCommand',
    };
  }
  const node =
    /(?:Cannot find (?:module|package)|Module name:|Could not find module|Can't resolve) ['"]?((?:@[\w.-]+\/)?[a-z][\w.-]{0,100})['"]?/.exec(
      said,
    )?.[1];
  if (node === undefined) return null;
  return {
    text: `The package '${node}' is not installed.`,
    remedies: added(nodePackage(node), project),
    field: 'installCommand',
  };
}

/** Said by the agent about what the repository asks for, or by a package manager about what a package needs. */
function missingRuntime(said: string, project: Tried): Cause | null {
  const own = /asks for (Node|Python) ([^,\n]{1,60}), the agents? ha(?:s|ve) /.exec(said);
  const engine = /"node" is incompatible with this module\. Expected version "([^"\n]{1,60})"/.exec(said)?.[1];
  const python = /requires a different Python: [\d.]+ not in '([^'\n]{1,60})'/.exec(said)?.[1];
  const [name, asked] = own ? [own[1], own[2]] : engine ? ['Node', engine] : python ? ['Python', python] : [];
  if (name === undefined || asked === undefined) return null;
  const remedies = name === 'Node' ? fromNpm(project, `node@${asked}`, `Node ${asked}`) : [];
  return { text: `${name} ${asked} may be what it needs: install it on the agent.`, remedies, onAgent: true };
}

function nodePackage(program: string): string | undefined {
  return nodePrograms[program] ?? (knownNode.test(program) ? program : undefined);
}

const managers = {
  npm: { install: null, add: 'npm install --no-save' },
  pnpm: { install: 'pnpm install', add: 'pnpm add --save-dev' },
  yarn: { install: 'yarn install', add: 'yarn add --dev' },
  bun: { install: 'bun install', add: 'bun add --dev' },
} as const;

function managerIn({ installCommand, testCommand }: Tried): keyof typeof managers {
  const named = /\b(pnpm|yarn|bun)\b/.exec(`${installCommand ?? ''} ${testCommand ?? ''}`)?.[1];
  return named === 'pnpm' || named === 'yarn' || named === 'bun' ? named : 'npm';
}

/** With a package in its arguments, npm installs the others as well. */
function added(name: string | undefined, project: Tried): Remedy[] {
  if (name === undefined) return [];
  const { install, add } = managers[managerIn(project)];
  const before = project.installCommand ?? install;
  const installCommand = [before, `${add} ${name}`].filter(Boolean).join(' && ');
  return [{ label: `Add ${name}`, change: { installCommand } }];
}

/** Without an install command, Assay installs what the project's files name, and a command would replace that. */
function addedByPip(name: string | undefined, { installCommand }: Tried): Remedy[] {
  if (name === undefined || installCommand === null) return [];
  return [{ label: `Add ${name}`, change: { installCommand: `${installCommand} && python -m pip install ${name}` } }];
}

/** @returns the commands of the project with a program that comes from npm, where they are all that is run */
function fromNpm(project: Tried, spec: string, called: string): Remedy[] {
  if (!hasOwnCommand(project.testingFramework) || /["$`\\]/.test(spec)) return [];
  const within = (command: string) => {
    return `npx -y -p "${spec}" -c ${shellQuoted(`${withoutNpmCall}${command}`)}`;
  };
  const { testCommand, buildCommand, installCommand } = project;
  if (testCommand === null || testCommand.startsWith('npx -y -p ')) return [];
  const change = {
    testCommand: within(testCommand),
    installCommand: within(installCommand ?? 'npm install'),
    ...(buildCommand ? { buildCommand: within(buildCommand) } : {}),
  };
  return [{ label: `Get ${called} from npm`, change }];
}

/** @returns the change that replaces a part of the command that has it; null where none has */
function replaced(project: Tried, part: RegExp, by: string): Remedy['change'] | null {
  for (const name of ['testCommand', 'buildCommand', 'installCommand'] as const) {
    const command = project[name];
    if (command && part.test(command)) return { [name]: command.replace(part, () => by) };
  }
  return null;
}

function inCommand(project: Tried, text: string): keyof ProjectSettings | null {
  const names = ['testCommand', 'buildCommand', 'installCommand'] as const;
  return names.find((name) => project[name]?.includes(text)) ?? null;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
