import {
  type CommandPreset,
  commandPresets,
  hasOwnCommand,
  type ProjectSettings,
  settingsOfPreset,
  type TestRunView,
} from '@assay/contract';
import { causeIn } from './causeIn.ts';
import type { Remedy, Tried } from './remedy.ts';

/** What to do about a run that failed before, or besides, its tests. */
export type Advice = {
  /** One sentence; what happened stands above it. */
  text: string;
  /** Changes that need no typing, the likeliest first. */
  remedies: readonly Remedy[];
  /** The setting to look at; null: it is not in the project's settings. */
  field: { name: keyof ProjectSettings; label: string } | null;
  /** It is on the machine of the agent. */
  onAgent: boolean;
  /** A variable that the environment lacks; null: none is known to be missing. */
  variable: string | null;
};

type Known = { text: string; field?: keyof ProjectSettings; onAgent?: true };

const labels: Partial<Record<keyof ProjectSettings, string>> = {
  gitUrl: 'Git URL',
  defaultBranch: 'default branch',
  workingDirectory: 'working directory',
  testingFramework: 'testing framework',
  configFile: 'config file',
  testCommand: 'test command',
  resultFiles: 'result files',
  testPackages: 'packages',
  testArtifacts: 'DLLs',
  installCommand: 'install command',
  buildCommand: 'build command',
  serverCommand: 'server command',
  serverUrl: 'URL to wait for',
  frameworkArguments: 'extra arguments',
};

/** By the code of what failed. */
const byCode: Readonly<Record<string, Known>> = {
  'git.unreachable': { text: 'The agent reads the repository itself: it needs the same access.', field: 'gitUrl' },
  'git.branchNotFound': { text: 'The branch was renamed or deleted, or not pushed yet.', field: 'defaultBranch' },
  'git.refNotFound': { text: 'The branch may have another name, or be gone.', field: 'defaultBranch' },
  'workspace.directoryNotFound': {
    text: 'The folder may have another name on this branch.',
    field: 'workingDirectory',
  },
  'workspace.noSource': { text: 'A project needs a repository, or an uploaded build.', field: 'gitUrl' },
  'config.notFound': {
    text: 'Name the config file as it is in the repository, from the working directory.',
    field: 'configFile',
  },
  'config.ambiguous': {
    text: 'Each config file is a suite, and a project runs one of them.',
    field: 'workingDirectory',
  },
  'framework.notFound': {
    text: 'What the repository installs has to bring the framework; else an install command can add it.',
    field: 'installCommand',
  },
  'framework.tooOld': {
    text: 'Any version runs with the framework Other and a JUnit reporter.',
    field: 'testingFramework',
  },
  'install.failed': {
    text: 'Where the lock file alone is not enough, give the project an install command.',
    field: 'installCommand',
  },
  'install.toolMissing': {
    text: 'Install the tool on the machine of the agent, or give the project an install command that does without.',
    field: 'installCommand',
    onAgent: true,
  },
  'build.failed': {
    text: 'The build command has to work in a fresh clone, after the installation.',
    field: 'buildCommand',
  },
  'server.failed': {
    text: 'The server command has to keep running until the tests have ended.',
    field: 'serverCommand',
  },
  'server.silent': { text: 'The server may listen at another port or path.', field: 'serverUrl' },
  'server.portTaken': {
    text: 'With $ASSAY_PORT in the command and in the URL each runner has a free port.',
    field: 'serverUrl',
    onAgent: true,
  },
  'server.notReachable': { text: 'The agent has to run its containers on the network of its machine.', onAgent: true },
  'install.dllMissing': { text: 'The build puts the DLL elsewhere.', field: 'testArtifacts' },
  'command.missing': { text: 'The command runs the tests and writes JUnit XML.', field: 'testCommand' },
  'command.failed': {
    text: 'The command has to work in a fresh clone, after the install command.',
    field: 'testCommand',
  },
  'results.missing': {
    text: 'The command has to write JUnit XML where the project looks for it.',
    field: 'resultFiles',
  },
  'results.unreadable': { text: 'The command has to write JUnit XML, each file to its end.', field: 'testCommand' },
  'results.overwritten': {
    text: 'Each command has to write its results to a file of its own.',
    field: 'testCommand',
  },
  'testRun.noResults': {
    text: 'The command has to write JUnit XML where the project looks for it.',
    field: 'resultFiles',
  },
  'list.empty': { text: 'The tests may be in another folder.', field: 'workingDirectory' },
};

/** Problems whose message ends with what a program printed. */
const saidByProgram = /^(install|build|server|command|list|framework)\.|^results\.missing$|^testRun\.noResults$/;

/**
 * @returns what to change after a run that failed by something else than its tests; null where nothing is known, or
 * where its tests alone failed
 */
export function adviceOf(
  { statusCode, statusInfo }: Pick<TestRunView, 'statusCode' | 'statusInfo'>,
  project: Tried,
): Advice | null {
  const code = statusCode ?? '';
  const said = statusInfo ?? '';
  const known = saidByProgram.test(code) ? causeIn(said, project) : null;
  const cause = known ?? byCode[code];
  if (!cause) return null;
  const { text, field = null, onAgent = false } = cause;
  return {
    text,
    remedies: known ? known.remedies : remediesOf(code, said, project),
    field: field === null ? null : { name: field, label: labels[field] ?? field },
    onAgent,
    variable: known?.variable ?? null,
  };
}

function remediesOf(code: string, said: string, project: Tried): Remedy[] {
  switch (code) {
    case 'config.ambiguous':
      return foldersIn(said).map((folder) => ({ label: `Run in ${folder}`, change: { workingDirectory: folder } }));
    case 'git.branchNotFound':
      return branchesIn(said, project.defaultBranch).map((branch) => ({
        label: `Use the branch ${branch}`,
        change: { defaultBranch: branch },
      }));
    case 'workspace.directoryNotFound':
      return [{ label: 'Run at the root', change: { workingDirectory: null } }];
    case 'config.notFound':
      return project.configFile === null ? [] : [{ label: 'Find it automatically', change: { configFile: null } }];
    case 'install.failed':
      return project.installCommand === null
        ? []
        : [{ label: 'Install automatically', change: { installCommand: null } }];
    case 'results.missing':
    case 'results.unreadable':
    case 'testRun.noResults':
    case 'command.missing':
      return presetsFor(project);
    default:
      return [];
  }
}

/** @returns the repository's own default branch, where that of the project is missing */
function branchesIn(said: string, missing: string): string[] {
  const [, wanted, head] = /no branch '([^']+)' in .* default branch is '([^']+)'/.exec(said) ?? [];
  return head !== undefined && wanted === missing ? [head] : [];
}

/** Of the config files that the message lists. */
function foldersIn(said: string): string[] {
  const list = /several below it: ([^\n]*?)(?: and \d+ more)?\. Name/.exec(said)?.[1] ?? '';
  const paths = list.split(', ').filter((path) => path.includes('/'));
  return [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))))].slice(0, 4);
}

/** Commands that are known to write results, of the framework that the project names or runs. */
function presetsFor(project: Tried): Remedy[] {
  if (!hasOwnCommand(project.testingFramework)) return [];
  const named = `${project.otherFramework ?? ''} ${project.testCommand ?? ''}`.toLowerCase();
  const all: readonly (CommandPreset & { id: (typeof commandPresets)[number]['id'] })[] = commandPresets;
  return all
    .filter(({ testCommand }) => testCommand !== project.testCommand)
    .filter(({ name, program }) => named.includes(name.toLowerCase()) || program.test(project.testCommand ?? ''))
    .map(({ id, name }) => ({ label: `Use the command of ${name}`, change: settingsOfPreset(id) }));
}
