import { readFile } from 'node:fs/promises';

/** Clock ticks per second in /proc, which Linux fixes at 100 for user space. */
const ticks = 100;

/** @returns seconds of processor time that each process has used so far; empty where the system does not tell. */
export async function processorTimes(pids: Record<string, number>): Promise<Record<string, number>> {
  if (process.platform !== 'linux') return {};
  const times = await Promise.all(
    Object.entries(pids).map(async ([name, pid]) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      // The second field is the program's name in brackets, and may contain anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [name, (Number(fields[11]) + Number(fields[12])) / ticks] as const;
    }),
  );
  return Object.fromEntries(times);
}

/** @returns the time used between the two, largest first: 'api 3.2 s, projector 2.9 s'. */
export function processorTimeBetween(before: Record<string, number>, after: Record<string, number>): string {
  return Object.entries(after)
    .map(([name, seconds]) => ({ name, seconds: seconds - (before[name] ?? 0) }))
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`)
    .join(', ');
}
