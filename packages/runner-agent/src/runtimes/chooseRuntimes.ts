import { join, relative } from 'node:path';
import {
  fittingVersion,
  hasOwnCommand,
  missingRuntime,
  type RuntimeName,
  runtimeFiles,
  shellQuoted,
  type WantedRuntime,
  wantedRuntimes,
} from '@assay/contract';
import { versionIn } from '../capabilities/findCapabilities.ts';
import type { AssignedRun } from '../connection/assignedWork.ts';
import type { ProgressLog } from '../logs/progressLog.ts';
import { SecretMask } from '../masking/secretMask.ts';
import type { ProcessHost } from '../process/processHost.ts';
import { pythonNames } from '../process/pythonModules.ts';
import { writeCommand } from '../process/writeCommand.ts';
import type { Places } from '../workspace/places.ts';
import type { InstalledRuntime } from './installedRuntimes.ts';

/** What a run's processes run with. */
export type RuntimeChoice = {
  host: ProcessHost;
  /** Sentences about versions that the repository asks for and the machine lacks. */
  missing: readonly string[];
};

type Order = {
  run: Pick<AssignedRun, 'settings' | 'variables'>;
  places: Places;
  /** A folder that nothing of the repository is in. */
  folder: string;
  log: ProgressLog;
  signal: AbortSignal;
};

const answerWithinMs = 30_000;
const longestFile = 256 * 1024;
const longestAnswer = 1000;
/** Assay's own scripts within frameworks need it. */
const oldestNode = { ranges: ['>=18'] };

/**
 * Takes the Node and the Python that the repository asks for, where the machine has them, and says what is missing.
 * Nothing of the repository is started to find out. A PATH among the run's variables decides alone.
 */
export async function chooseRuntimes(host: ProcessHost, order: Order): Promise<RuntimeChoice> {
  const { run, places, log } = order;
  if (run.variables.some(({ key }) => /^path$/i.test(key))) return { host, missing: [] };
  const missing: string[] = [];
  let chosenHost = host;
  for (const wanted of await wantedIn(host, order)) {
    const installed = host.runtimes().filter((each) => each.name === wanted.name && canRun(each, run));
    const own = await ownVersion(host, wanted.name, order);
    const versions = installed.map(({ version }) => version);
    const version = fittingVersion(wanted, versions, own);
    if (version !== null && version === own) continue;
    const runtime = installed.find((each) => each.version === version);
    const started = runtime ? await withStarted(chosenHost, runtime, order) : null;
    const file = relative(places.at(-1) ?? '', join(wanted.folder, wanted.file));
    if (runtime && started && fittingVersion(wanted, [started.version]) !== null) {
      chosenHost = started.host;
      log.line(`${wanted.name} ${started.version} of ${runtime.manager} is used: ${file} asks for ${wanted.asked}.`);
    } else {
      const others = versions.filter((each) => each !== version);
      missing.push(missingRuntime({ ...wanted, file }, own === null ? others : [own, ...others]));
    }
  }
  for (const sentence of missing) log.line(sentence);
  return { host: chosenHost, missing };
}

async function wantedIn({ files }: ProcessHost, { run, places }: Order): Promise<WantedRuntime[]> {
  const paths = places.flatMap((place) => runtimeFiles.map((file) => join(place, file)));
  // A file that cannot be read asks for nothing: its own tool says why.
  const read = (path: string) => files.readText(path, { limit: longestFile }).catch(() => null);
  const texts = new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)));
  const { testingFramework } = run.settings;
  return wantedRuntimes(testingFramework, places, (folder, file) => texts.get(join(folder, file)) ?? undefined);
}

function canRun({ name, version }: InstalledRuntime, { settings }: Order['run']): boolean {
  const isOfFramework = name === 'Node' && !hasOwnCommand(settings.testingFramework);
  return !isOfFramework || fittingVersion(oldestNode, [version]) !== null;
}

/** @returns the version that processes have without a choice; null where they have none */
async function ownVersion(host: ProcessHost, name: RuntimeName, order: Order): Promise<string | null> {
  const program = await host.find(host.environment(), name === 'Node' ? ['node'] : pythonNames());
  if (program === null) return null;
  if (program === process.execPath) return process.versions.node;
  const { version } = await answerOf(host, program, order);
  return version;
}

type Started = { host: ProcessHost; version: string };

/** @returns the host with the runtime, and its whole version; null where its processes cannot start it, which the log says */
async function withStarted(host: ProcessHost, found: InstalledRuntime, order: Order): Promise<Started | null> {
  const runtime = found.commands === null ? await namedAsUsual(host, found, order) : found;
  const { name, version, manager } = runtime;
  const changed = await host.withRuntime(runtime);
  if (changed === null) return null;
  const program = await changed.find(changed.environment(), name === 'Node' ? ['node'] : pythonNames());
  if (program === null) return null;
  const answer = await answerOf(changed, program, order);
  const said = answer.version ?? '';
  if (said === version || said.startsWith(`${version}.`)) return { host: changed, version: said };
  order.log.line(`${name} ${version} of ${manager} does not start where the tests run: ${answer.said.trim()}`);
  return null;
}

/** A Python among other programs gets a folder with its usual names, so that nothing else precedes what is in PATH. */
async function namedAsUsual(
  { files }: ProcessHost,
  runtime: InstalledRuntime,
  { folder }: Order,
): Promise<InstalledRuntime> {
  const commands = join(folder, `python-${runtime.version}`);
  await files.makeFolder(commands, 0o755);
  for (const name of pythonNames()) await writeCommand(files, join(commands, name), shellQuoted(runtime.program));
  return { ...runtime, commands };
}

/** @returns what a program says about its version, which is null where it failed */
async function answerOf(
  host: ProcessHost,
  program: string,
  { folder, signal }: Order,
): Promise<{ said: string; version: string | null }> {
  let said = '';
  const { ended } = host.start({
    command: program,
    args: ['--version'],
    // Shims of version managers obey the files of the folder that they are started in.
    directory: folder,
    environment: host.environment(),
    mask: new SecretMask([]),
    signal,
    timeoutMs: answerWithinMs,
    onOutput: (text) => {
      if (said.length < longestAnswer) said += text.slice(0, longestAnswer);
    },
  });
  const { exitCode } = await ended;
  signal.throwIfAborted();
  return { said, version: exitCode === 0 ? versionIn(said) : null };
}
