// Puts Playwright's trace viewer beside the web client: traces are looked at where they are kept, without a download and
// without another site.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** For another mode of Playwright, which talks to a process of its own. */
const leftOut = /(^|[\\/])uiMode\./;
const worker = 'sw.bundle.js';

/**
 * @param from a file of the installation that has `playwright-core`
 * @param confine the script that keeps what is in a trace from running
 * @param folder gets the viewer; what was there is replaced
 */
export function copyTraceViewer({ from, confine, folder }) {
  const core = dirname(createRequire(from).resolve('playwright-core/package.json'));
  const viewer = join(core, 'lib/vite/traceViewer');
  rmSync(folder, { recursive: true, force: true });
  cpSync(viewer, folder, { recursive: true, filter: (path) => !leftOut.test(path.slice(viewer.length)) });
  const own = readFileSync(join(viewer, worker), 'utf8');
  if (!/addEventListener\(`?['"]?fetch/.test(own))
    throw new Error('the trace viewer has changed; see confineTraces.js');
  writeFileSync(join(folder, worker), `${readFileSync(confine, 'utf8')}\n${own}`);
}
