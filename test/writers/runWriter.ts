import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Install, Writer } from './writer.ts';

const samples = join(import.meta.dirname, 'samples');
/** Packages stay here from one soak to the next. */
const installed = join(tmpdir(), 'assay-writers');
const patienceMs = 900_000;

/** What a writer left behind. */
export type WriterRun = {
  exitCode: number;
  /** Its console: both streams, in order. */
  output: string;
  /** The copy of the sample, in which its reports are. */
  folder: string;
  remove(): Promise<void>;
};

/** Why a writer cannot be run here. */
export class CannotInstall extends Error {
  override name = 'CannotInstall';
}

/**
 * Installs a writer, unless an earlier run has, and runs it on its sample.
 * @throws CannotInstall where the machine lacks what installs it
 */
export async function runWriter(writer: Writer): Promise<WriterRun> {
  const { bin, modules, env } = await install(writer.install);
  const folder = await mkdtemp(join(tmpdir(), 'assay-writer-'));
  await cp(join(samples, writer.sample), folder, { recursive: true });
  if (modules !== null) await symlink(modules, join(folder, 'node_modules'));
  const [command = '', ...args] = writer.command;
  const path = [...bin, process.env.PATH].join(delimiter);
  const ended = await run(command, args, folder, { PATH: path, ...env, ...writer.env });
  return { ...ended, folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

type Installed = { bin: string[]; modules: string | null; env: Record<string, string> };

async function install({ npm, debian, pip }: Install): Promise<Installed> {
  if (debian) installDebian(debian);
  const key = createHash('sha256').update(JSON.stringify({ npm, pip })).digest('hex').slice(0, 16);
  const folder = join(installed, key);
  const modules = npm ? join(folder, 'node_modules') : null;
  const python = pip ? join(folder, 'python') : null;
  const whole = join(folder, 'installed');
  if (!existsSync(whole)) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    if (npm) await installNpm(npm, folder);
    if (python && pip) {
      const packages = Object.entries(pip).map(([name, version]) => `${name}==${version}`);
      await succeed('python3', ['-m', 'pip', 'install', '--quiet', '--target', python, ...packages], folder);
    }
    await writeFile(whole, '');
  }
  return {
    bin: [...(modules ? [join(modules, '.bin')] : []), ...(python ? [join(python, 'bin')] : [])],
    modules,
    env: python ? { PYTHONPATH: python } : {},
  };
}

async function installNpm(npm: NonNullable<Install['npm']>, folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies: npm }, null, 2)}\n`);
  // Reporters are slow to allow new versions of their frameworks.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps'];
  await succeed('npm', ['install', ...options], folder);
}

function installDebian(packages: readonly string[]): void {
  const isThere = (name: string) =>
    answers('sh', ['-c', `dpkg -s ${name} 2>/dev/null | grep -q '^Status: .* installed'`]);
  const missing = packages.filter((name) => !isThere(name));
  if (missing.length === 0) return;
  const all = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  if (process.getuid?.() !== 0 || !answers('apt-get', all)) {
    throw new CannotInstall(`${missing.join(', ')} cannot be installed`);
  }
}

function answers(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    return true;
  } catch {
    return false;
  }
}

async function succeed(command: string, args: readonly string[], folder: string): Promise<void> {
  const { exitCode, output } = await run(command, args, folder, {});
  if (exitCode !== 0) throw new CannotInstall(`'${command} ${args.join(' ')}' ended with ${exitCode}:\n${output}`);
}

/** Runs a command without what npm and Node's own runner set for the processes of this suite. */
function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ exitCode: number; output: string }> {
  const own: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', ...env };
  for (const name of Object.keys(own)) {
    if (
      /^(npm_|INIT_CWD$|JEST_|FORCE_COLOR$|CI$|NODE_ENV$|NODE_OPTIONS$|NODE_TEST_CONTEXT$)/i.test(name) &&
      !(name in env)
    ) {
      delete own[name];
    }
  }
  const child = spawn(command, args, { cwd, env: own, stdio: ['ignore', 'pipe', 'pipe'], timeout: patienceMs });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new CannotInstall(`'${command}' cannot be started: ${error.message}`)));
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output }));
  });
}
