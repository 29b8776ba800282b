import { execFileSync } from 'node:child_process';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
  } catch {
    return 'none (no git checkout)';
  }
}

/** What a reader needs to judge the figures; the load shows whether the machine had other work. */
export function describeMachine(): string {
  const processors = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const [lastMinute = 0] = loadavg();
  return [
    `${processors[0]?.model.trim() ?? 'unknown processor'}, ${processors.length} cores, ${gigabytes} GB`,
    `${platform()} ${release()}, Node ${process.versions.node}`,
    `${new Date().toISOString()}, commit ${commit()}, load before the start ${lastMinute.toFixed(1)}`,
  ].join('\n');
}
