import { join } from 'node:path';
import { findReporter } from './installation.ts';
import type { InstallOrder } from './runInstall.ts';

/** The oldest Java that tests may have, whichever compiles here. */
const oldestJava = '11';
const timeoutMs = 60_000;

/** Runs TestNG's tests and tells Assay of them. */
export const reporterSource = () => findReporter('AssayTestNg.java');
export const reporterClass = 'AssayTestNg';

/**
 * Compiles the reporter for all units of a run: Java would compile its source at each start, which takes two seconds of a
 * core.
 * @returns an addition to the tests' environment; none where there is no compiler or it refuses, and the source will do.
 */
export async function compileReporter(order: InstallOrder, built: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { host, folder, directory, mask, signal } = order;
  const javac = await host.find(order.environment, ['javac']);
  if (!javac) return {};
  const classes = join(folder, 'reporter-classes');
  await host.files.makeFolder(classes);
  const { ended } = host.start({
    command: javac,
    args: ['-proc:none', '-encoding', 'UTF-8', '--release', oldestJava, '-d', classes, reporterSource()],
    directory,
    environment: { ...order.environment, ...built },
    mask,
    signal,
    timeoutMs,
    onOutput: () => undefined,
  });
  const { exitCode } = await ended;
  signal.throwIfAborted();
  return exitCode === 0 ? { ASSAY_TESTNG_CLASSES: classes } : {};
}
