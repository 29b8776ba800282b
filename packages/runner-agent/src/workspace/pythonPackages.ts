import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { requirementFiles } from '@assay/contract';
import { pythonModules, pythonNames } from '../process/pythonModules.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { fillOnce, keptFolder } from './keptInstallation.ts';
import { readRequirements } from './pythonRequirements.ts';
import { type InstallOrder, runInstall } from './runInstall.ts';

const quiet = { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1' };
const lockTools = [
  { lock: 'uv.lock', tool: 'uv', command: 'uv sync --frozen --all-extras', help: 'https://docs.astral.sh/uv' },
  {
    lock: 'poetry.lock',
    tool: 'poetry',
    command: 'poetry install --no-interaction',
    help: 'https://python-poetry.org',
  },
] as const;

/** Whether a folder declares the Python packages that it needs. */
export function asksForPythonPackages(directory: string): boolean {
  const known = [...lockTools.map(({ lock }) => lock), ...requirementFiles];
  return known.some((name) => existsSync(join(directory, name)));
}

/**
 * Installs the Python packages that the tests need, in a virtual environment that also sees the machine's packages: by
 * the project's own command, its uv.lock or poetry.lock, or its requirements files.
 *
 * An environment is kept for later runs unless the checkout itself is installed into it: another run's tests would then
 * run on this run's code.
 * @returns what the tests' environment needs to use it.
 * @throws UnitProblem install.toolMissing, install.failed or timeout.
 */
export async function installPythonPackages(order: InstallOrder): Promise<NodeJS.ProcessEnv> {
  const { directory, log } = order;
  if (order.installCommand !== null) return await installByCommand(order, order.installCommand);
  const locked = lockTools.find(({ lock }) => existsSync(join(directory, lock)));
  if (locked) return await installByLock(order, locked);
  const requirements = await readRequirements(directory);
  if (requirements) {
    const command = `python -m pip install ${requirements.files.map((file) => `-r ${file}`).join(' ')}`;
    const from = [command, ...requirements.texts];
    return await inEnvironment(
      order,
      requirements.installsCheckout ? null : from,
      requirements.files.join(', '),
      command,
    );
  }
  log.line('The project names no Python packages: the tests see those of this machine.');
  return {};
}

async function installByCommand(order: InstallOrder, command: string): Promise<NodeJS.ProcessEnv> {
  const venv = join(order.folder, 'venv');
  await makeEnvironment(order, venv, true);
  await runInstall(order, command, { ...quiet, ...activated(order, venv) });
  // Tools that create their own environment put it there.
  const own = join(order.directory, '.venv');
  return activated(order, existsSync(join(own, 'pyvenv.cfg')) ? own : venv);
}

async function installByLock(order: InstallOrder, { lock, tool, command, help }: (typeof lockTools)[number]) {
  const { directory } = order;
  const own = order.host.find(order.environment, [tool]) ? null : await toolByPip(order, { lock, tool, help });
  const project = await readFile(join(directory, 'pyproject.toml'), 'utf8').catch(() => '');
  const isPackage = /^\s*\[build-system\]/m.test(project) && !/^\s*package-mode\s*=\s*false/m.test(project);
  const from = [command, project, await readFile(join(directory, lock), 'utf8')];
  const equipped = own === null ? order : { ...order, environment: withCommands(order.environment, own) };
  return await inEnvironment(equipped, isPackage ? null : from, lock, command);
}

/**
 * A tool that the machine lacks comes from pip, into an environment of its own that is kept.
 * @returns the folder of its commands
 * @throws UnitProblem install.toolMissing
 */
async function toolByPip(order: InstallOrder, { lock, tool, help }: { lock: string; tool: string; help: string }) {
  const python = order.host.find(order.environment, pythonNames()) ?? '';
  const kept = keptFolder(order.host.installs, [...order.host.system, python, `pip install ${tool}`]);
  const venv = join(kept, 'venv');
  order.log.line(`${lock} needs ${tool}, which this machine does not have: pip installs it.`);
  try {
    await fillOnce(kept, async () => {
      order.host.handOver(kept);
      await makeEnvironment(order, venv, true);
      await runInstall(order, `python -m pip install ${tool}`, { ...quiet, ...activated(order, venv) });
    });
  } catch (error) {
    if (!(error instanceof UnitProblem) || error.code !== 'install.failed') throw error;
    throw new UnitProblem(
      'install.toolMissing',
      `The project's ${lock} needs ${tool}, which this runner agent does not have and pip could not install. Install ` +
        `it there (${help}), or give the project an install command that does without. ${error.message}`,
    );
  }
  return commandsOf(venv);
}

function commandsOf(venv: string): string {
  return join(venv, process.platform === 'win32' ? 'Scripts' : 'bin');
}

/** Last, so that its Python takes the place of none. */
function withCommands(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  return { ...environment, PATH: [environment.PATH, folder].filter(Boolean).join(delimiter) };
}

/** @param from what the installation depends on; null for one that other runs cannot reuse */
async function inEnvironment(
  order: InstallOrder,
  from: readonly string[] | null,
  source: string,
  command: string,
): Promise<NodeJS.ProcessEnv> {
  const python = [...order.host.system, order.host.find(order.environment, pythonNames()) ?? ''];
  const kept = from ? keptFolder(order.host.installs, [...python, ...from]) : join(order.folder, 'python');
  const venv = join(kept, 'venv');
  const before = await fillOnce(kept, async () => {
    order.host.handOver(kept);
    await makeEnvironment(order, venv, false);
    const own = { UV_PROJECT_ENVIRONMENT: venv, POETRY_VIRTUALENVS_CREATE: 'false' };
    await runInstall(order, command, { ...quiet, ...own, ...activated(order, venv) });
  });
  if (before) order.log.line(`${source} is unchanged since an earlier run: its packages are used again.`);
  return activated(order, venv);
}

/** @param ownPip a command may call `pip`, which has to be the environment's; `python -m pip` may be the machine's */
async function makeEnvironment(order: InstallOrder, venv: string, ownPip: boolean): Promise<void> {
  const python = order.host.find(order.environment, pythonNames());
  if (!python) {
    throw new UnitProblem(
      'install.toolMissing',
      'The project needs Python, which this runner agent does not have. Install Python 3 there, with venv and pip.',
    );
  }
  // Installing pip takes seconds.
  const bringsNone = !ownPip && (await pythonModules(python, ['pip'], order)).length > 0;
  const options = bringsNone ? '--system-site-packages --without-pip' : '--system-site-packages';
  await runInstall(order, `"${python}" -m venv ${options} "${venv}"`);
}

function activated({ environment }: InstallOrder, venv: string): NodeJS.ProcessEnv {
  return { VIRTUAL_ENV: venv, PATH: [commandsOf(venv), environment.PATH].filter(Boolean).join(delimiter) };
}
