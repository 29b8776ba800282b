import { readFileSync } from 'node:fs';

type ProcessorTicks = { used: number; stolen: number };

/**
 * Columns of the first line of `/proc/stat` (proc(5)): user, nice, system, idle, iowait, irq, softirq, steal.
 * @returns null where the system does not tell
 */
function ticks(): ProcessorTicks | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line
      .split(/\s+/)
      .slice(1)
      .map(Number);
    return { used: user + nice + system + irq + softirq, stolen };
  } catch {
    return null;
  }
}

/**
 * On a shared host, even an idle machine can be slow, because other guests use its cores.
 * @returns a function for the share of requested processor time since then that other guests got instead, 0 to 1; null
 * where that is unknown
 */
export function watchStolenTime(): () => number | null {
  const before = ticks();
  return () => {
    const now = ticks();
    if (!before || !now) return null;
    const [used, stolen] = [now.used - before.used, now.stolen - before.stolen];
    return used + stolen > 0 ? stolen / (used + stolen) : 0;
  };
}
