import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { residentMegabytes } from '../bench/memory.ts';
import { startInstallation } from '../support/installation.ts';
import { type FoundProcess, processesOf } from '../support/processesOf.ts';

const root = join(import.meta.dirname, '../..');
const builtFrom = ['packages', 'event-schemas', 'samples', 'package.json', 'package-lock.json', 'tsconfig.json'];
const notCopied = new Set(['node_modules', 'dist']);
/** A process of the build would add more, as would the modules of the bundler. */
const toleranceMb = 40;

/** A checkout with installed packages in which nothing has been built. */
async function makeCheckout(): Promise<string> {
  const checkout = await realpath(await mkdtemp(join(tmpdir(), 'assay-checkout-')));
  const filter = (path: string) => !notCopied.has(basename(path));
  for (const name of builtFrom) await cp(join(root, name), join(checkout, name), { recursive: true, filter });
  const modules = join(checkout, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(join(root, 'node_modules'))) {
    // Links to the packages beside node_modules.
    if (name === '@assay') await cp(join(root, 'node_modules', name), join(modules, name), cpLinks);
    else await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  // Some packages have versions of their own of what they need.
  for (const name of await readdir(join(root, 'packages'))) {
    const own = join(root, 'packages', name, 'node_modules');
    if (existsSync(own)) await symlink(own, join(checkout, 'packages', name, 'node_modules'));
  }
  return checkout;
}

const cpLinks = { recursive: true, verbatimSymlinks: true };

function launcherIn(processes: readonly FoundProcess[]): FoundProcess {
  const launcher = processes.find(({ command }) => /^\S*node packages\/launcher\/run\.mjs launcher$/.test(command));
  if (!launcher) throw new Error(`no launcher in ${JSON.stringify(processes)}`);
  return launcher;
}

/** Those of the installation in words: what npm, the launcher and each of its children is called. */
function kindsOf(processes: readonly FoundProcess[]): string[] {
  // The shell of npm may stay between the two.
  const commands = processes.map(({ command }) => command).filter((command) => !/^\S*sh -c /.test(command));
  const kindOf = (command: string) => {
    const found = /dist\/(\w+)\.js|\b(npm start|run\.mjs launcher)\b/.exec(command);
    return found?.[1] ?? found?.[2] ?? command;
  };
  return commands.map(kindOf).sort();
}

(process.platform === 'linux' ? describe : describe.skip)('the first npm start in a checkout (on Linux)', () => {
  it('builds, and then keeps neither processes nor memory of the bundler', async () => {
    const checkout = await makeCheckout();
    const options = { byNpm: true, checkout, env: { ASSAY_AGENT: '0' } };
    const seen: { kinds: string[]; memory: number }[] = [];
    try {
      for (const builds of [true, false]) {
        const installation = await startInstallation(options);
        const processes = await processesOf(checkout);
        const resident = await residentMegabytes(launcherIn(processes).pid);
        expect(installation.lines.includes('Building …')).toBe(builds);
        seen.push({ kinds: kindsOf(processes), memory: resident?.all ?? Number.NaN });
        await installation.stop();
        await installation.remove();
      }
    } finally {
      await rm(checkout, { recursive: true, force: true });
    }
    const [built, again] = seen;
    expect(built?.kinds).toEqual([
      'api',
      'automation',
      'eventstore',
      'mongo',
      'npm start',
      'projector',
      'run.mjs launcher',
    ]);
    expect(again?.kinds).toEqual(built?.kinds);
    expect(built?.memory).toBeLessThan((again?.memory ?? 0) + toleranceMb);
  });
});
