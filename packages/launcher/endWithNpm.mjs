// npm passes SIGTERM on to its shell only, and SIGKILL to nobody: what it started has to notice. Uses nothing that would
// have to be installed first.
import { readFileSync } from 'node:fs';

const lookMs = 500;

/** @returns the parent of a process; null where that cannot be told, or the process is gone */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold any character.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** Whether the process is the shell in which npm runs the script. */
function isShellOf(script, pid) {
  try {
    const [, option, ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return option === '-c' && rest.join(' ').startsWith(script);
  } catch {
    return false;
  }
}

/**
 * Ends this process as SIGTERM does once the npm that started it is gone. npm's shell does not end with npm, so the
 * shell's parent counts as well, where that can be told (Linux).
 */
export function endWithNpm() {
  const script = process.env.npm_lifecycle_script;
  if (!/(?:run|dev)\.mjs/.test(script ?? '')) return;
  const parent = process.ppid;
  const npm = isShellOf(script, parent) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookMs);
  timer.unref();
}
