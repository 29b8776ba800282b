import { readFileSync } from 'node:fs';

/** The fields of `/proc/self/stat` that count what this process, and those it has waited for, took: `man 5 proc`. */
const fields = { first: 13, end: 17 };
const ticksPerSecond = 100;

/**
 * @returns the seconds of processor time that this process has taken so far; on Linux with the processes that it has
 * started and that have ended, and those that they have
 */
export function processorSeconds() {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The second field is the name in brackets, which may hold spaces.
  const values = `pid name ${stat.slice(stat.lastIndexOf(')') + 2)}`.split(' ');
  const ticks = values.slice(fields.first, fields.end).reduce((sum, value) => sum + Number(value), 0);
  return ticks / ticksPerSecond;
}
