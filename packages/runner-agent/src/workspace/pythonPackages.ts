import { delimiter, join } from 'node:path';
import { requirementFiles } from '@assay/contract';
import { pipFillsOthers, pythonModules, pythonNames } from '../process/pythonModules.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { UnitProblem } from '../units/unitProblem.ts';
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
export async function asksForPythonPackages(files: ProjectFiles, directory: string): Promise<boolean> {
  const known = [...lockTools.map(({ lock }) => lock), ...requirementFiles];
  return (await files.firstExisting(known.map((name) => join(directory, name)))) !== null;
}

/**
 * Installs the Python packages that the tests need, in a virtual environment: by the project's own command, its uv.lock
 * or poetry.lock, or its requirements files. With a lock or requirements that bring pytest, it has these packages alone;
 * otherwise it also sees the machine's, for its pytest.
 *
 * An environment is kept for later runs unless the checkout itself is installed into it: another run's tests would then
 * run on this run's code.
 * @returns what the tests' environment needs to use it.
 * @throws UnitProblem install.toolMissing, install.failed or timeout.
 */
export async function installPythonPackages(order: InstallOrder): Promise<NodeJS.ProcessEnv> {
  const { directory, log } = order;
  const { files } = order.host;
  if (order.installCommand !== null) return await installByCommand(order, order.installCommand);
  for (const locked of lockTools) {
    if (await files.isFile(join(directory, locked.lock))) return await installByLock(order, locked);
  }
  const requirements = await readRequirements(files, directory);
  if (requirements) {
    const args = `-m pip install ${requirements.files.map((file) => `-r ${file}`).join(' ')}`;
    const from = [args, ...requirements.texts];
    return await inEnvironment(order, {
      from: requirements.installsCheckout ? null : from,
      source: requirements.files.join(', '),
      fill: (venv) => installByPip(order, venv, args),
    });
  }
  log.line('The project names no Python packages: the tests see those of this machine.');
  return {};
}

/** Without a program that has to be in the environment. */
const byModule = /^python3? -m pip install [^&|;`$()]*$/;

async function installByCommand(order: InstallOrder, command: string): Promise<NodeJS.ProcessEnv> {
  const venv = join(order.folder, 'venv');
  await makeOpenEnvironment(order, venv, !byModule.test(command));
  await runInstall(order, command, { ...quiet, ...activated(order, venv) });
  // Tools that create their own environment put it there.
  const own = join(order.directory, '.venv');
  return activated(order, (await order.host.files.isFile(join(own, 'pyvenv.cfg'))) ? own : venv);
}

async function installByLock(order: InstallOrder, { lock, tool, command, help }: (typeof lockTools)[number]) {
  const { directory, host } = order;
  const own = (await host.find(order.environment, [tool])) ? null : await toolByPip(order, { lock, tool, help });
  const project = (await host.files.readText(join(directory, 'pyproject.toml'))) ?? '';
  const isPackage = /^\s*\[build-system\]/m.test(project) && !/^\s*package-mode\s*=\s*false/m.test(project);
  const from = [command, project, (await host.files.readText(join(directory, lock))) ?? ''];
  const equipped = own === null ? order : { ...order, environment: withCommands(order.environment, own) };
  return await inEnvironment(equipped, {
    from: isPackage ? null : from,
    source: lock,
    fill: async (venv) => {
      await makeEnvironment(equipped, venv, '--without-pip');
      const own = { UV_PROJECT_ENVIRONMENT: venv, POETRY_VIRTUALENVS_CREATE: 'false' };
      await runInstall(equipped, command, { ...quiet, ...own, ...activated(equipped, venv) });
    },
  });
}

/** Installs into an environment without the machine's packages, by the machine's pip where it can: making one is slow. */
async function installByPip(order: InstallOrder, venv: string, args: string): Promise<void> {
  const python = await order.host.find(order.environment, pythonNames());
  const byMachine = python !== null && (await pipFillsOthers(python, order));
  await makeEnvironment(order, venv, byMachine ? '--without-pip' : '');
  if (byMachine) await runInstall(order, `"${python}" ${args}`, { ...quiet, PIP_PYTHON: venv });
  else await runInstall(order, `python ${args}`, { ...quiet, ...activated(order, venv) });
}

/**
 * A tool that the machine lacks comes from pip, into an environment of its own that is kept.
 * @returns the folder of its commands
 * @throws UnitProblem install.toolMissing
 */
async function toolByPip(order: InstallOrder, { lock, tool, help }: { lock: string; tool: string; help: string }) {
  const { installations, system } = order.host;
  const python = (await order.host.find(order.environment, pythonNames())) ?? '';
  const kept = installations.pathOf([...system, python, `pip install ${tool}`]);
  const venv = join(kept, 'venv');
  order.log.line(`${lock} needs ${tool}, which this machine does not have: pip installs it.`);
  try {
    await installations.fillOnce(kept, async () => {
      await makeOpenEnvironment(order, venv, true);
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

type Installation = {
  /** What the installation depends on; null for one that other runs cannot reuse. */
  from: readonly string[] | null;
  /** Where the packages are named. */
  source: string;
  /** Makes the environment and installs into it. */
  fill: (venv: string) => Promise<void>;
};

async function inEnvironment(order: InstallOrder, { from, source, fill }: Installation): Promise<NodeJS.ProcessEnv> {
  const { installations, system } = order.host;
  const install = async (venv: string) => {
    await fill(venv);
    await showMachinePytest(order, venv, source);
  };
  if (from === null) {
    const venv = join(order.folder, 'python', 'venv');
    await install(venv);
    return activated(order, venv);
  }
  const python = (await order.host.find(order.environment, pythonNames())) ?? '';
  const kept = installations.pathOf([...system, python, 'own packages', ...from]);
  const venv = join(kept, 'venv');
  const isComplete = await installations.fillOnce(kept, () => install(venv));
  if (isComplete) order.log.line(`${source} is unchanged since an earlier run: its packages are used again.`);
  return activated(order, venv);
}

/** An environment without pytest sees the machine's packages, as pytest and its dependencies are among them. */
async function showMachinePytest(order: InstallOrder, venv: string, source: string): Promise<void> {
  const python = await order.host.find({ ...order.environment, ...activated(order, venv) }, pythonNames());
  const found = python === null ? [] : await pythonModules(python, ['pytest'], order);
  if (found.length > 0) {
    order.log.line(`${source} brings pytest: the tests do not see the packages of this machine.`);
    return;
  }
  order.log.line(`${source} does not bring pytest: the tests also see the packages of this machine.`);
  // By hand: a tool may have made the environment anew, with another Python.
  const { files } = order.host;
  const path = join(venv, 'pyvenv.cfg');
  const options = await files.readText(path);
  const closed = /^(include-system-site-packages\s*=\s*)false/m;
  if (options === null) return;
  await files.remove(path);
  await files.write(path, options.replace(closed, '$1true'), 0o644);
}

/**
 * Makes an environment that sees the machine's packages.
 * @param ownPip a command may call `pip`, which has to be the environment's; `python -m pip` may be the machine's
 */
async function makeOpenEnvironment(order: InstallOrder, venv: string, ownPip: boolean): Promise<void> {
  const python = await order.host.find(order.environment, pythonNames());
  // Installing pip takes seconds.
  const bringsNone = !ownPip && python !== null && (await pythonModules(python, ['pip'], order)).length > 0;
  await makeEnvironment(order, venv, bringsNone ? '--system-site-packages --without-pip' : '--system-site-packages');
}

/** @throws UnitProblem install.toolMissing, install.failed */
async function makeEnvironment(order: InstallOrder, venv: string, options: string): Promise<void> {
  const python = await order.host.find(order.environment, pythonNames());
  if (!python) {
    throw new UnitProblem(
      'install.toolMissing',
      'The project needs Python, which this runner agent does not have. Install Python 3 there, with venv and pip.',
    );
  }
  await runInstall(order, [`"${python}" -m venv`, options, `"${venv}"`].filter(Boolean).join(' '));
}

function activated({ environment }: InstallOrder, venv: string): NodeJS.ProcessEnv {
  return { VIRTUAL_ENV: venv, PATH: [commandsOf(venv), environment.PATH].filter(Boolean).join(delimiter) };
}
