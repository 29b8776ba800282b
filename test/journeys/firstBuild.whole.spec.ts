import { residentMegabytes } from '../bench/memory.ts';
import { startInstallation } from '../support/installation.ts';
import { type FoundProcess, processesOf } from '../support/processesOf.ts';
import { copyRepository } from '../support/repositoryCopy.ts';

/** A process of the build would add more, as would the modules of the bundler. */
const toleranceMb = 40;

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
    const { folder: checkout, remove } = await copyRepository();
    const options = { byNpm: 'start' as const, checkout, env: { ASSAY_AGENT: '0' } };
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
      await remove();
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
