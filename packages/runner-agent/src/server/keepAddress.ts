import { isLoopbackName } from '@assay/contract';
import type { FrameworkContext } from '../frameworks/frameworkAdapter.ts';
import { listenersAt } from '../sandbox/listeners.ts';
import { isTestUser } from '../sandbox/testUser.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { findReporter } from '../workspace/installation.ts';

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Where tests of projects share a network, makes sure that none of another project answers in place of a project's server: `localhost` has two addresses, of
 * which many servers take one. The other one is taken by a process of the project, which passes connections on.
 * @param url where the server answers
 * @returns the release of the address
 * @throws UnitProblem `server.portTaken` while another project listens on the port
 */
export async function keepAddress(context: FrameworkContext, url: string): Promise<() => Promise<void>> {
  const { host, signal } = context;
  const { hostname, port: named, protocol } = new URL(url);
  const port = Number(named) || usualPorts[protocol];
  if (host.network !== 'machine' || host.user === null || port === undefined || !isLoopbackName(hostname))
    return () => Promise.resolve();
  const { keeper, isDone } = await startKeeper(context, port);
  await isDone;
  const users = await listenersAt(port);
  // A test that makes the list too long to be read could be among them.
  const isAlone = users !== null && [...users].every((user) => user === host.user || !isTestUser(user));
  if (isAlone || signal.aborted) return () => keeper.end();
  await keeper.end();
  throw new UnitProblem(
    'server.portTaken',
    `Tests of another project listen on the port of ${url}, so that they could answer in place of the server. Give the ` +
      'server a free port, $ASSAY_PORT in the command and in the URL, or start the run again.',
  );
}

/** By the clean environment: variables of the run could keep it from starting. */
async function startKeeper({ host, mask, signal }: FrameworkContext, port: number) {
  let tellDone: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    tellDone = resolve;
  });
  const keeper = host.start({
    command: await host.node(),
    args: [findReporter('keepAddress.cjs'), String(port)],
    directory: '/',
    environment: host.environment(),
    mask,
    signal,
    onOutput: () => undefined,
    onChannelLine: () => tellDone(),
  });
  return { keeper, isDone: Promise.race([told, keeper.ended]) };
}
