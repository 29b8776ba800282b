import { readFileSync } from 'node:fs';

/** What `/proc/self/stat` says after the name: `utime`, `stime`, `cutime` and `cstime` (`man 5 proc_pid_stat`). */
const times = { first: 11, end: 15 };
/** Linux counts them in hundredths of a second, on all that Node runs on. */
const ticksPerSecond = 100;

/**
 * @returns the seconds of processor time that this process has taken so far; on Linux also those of its descendants that
 * have ended and were waited for
 */
export function processorSeconds() {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The name is in brackets and may hold spaces and brackets.
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return afterName.slice(times.first, times.end).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}
