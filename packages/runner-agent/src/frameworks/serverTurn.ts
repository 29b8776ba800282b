import { createHash } from 'node:crypto';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';

/** Services of WebDriverIO that start a server, each on a port of its own by default. */
const services =
  /['"](?:@?wdio[/-])?(static-server|appium|selenium-standalone|(?:chrome|gecko|edge|safari|ie)driver)(?:-service)?['"]/;

/** What the configuration of a project has in it that starts a server with its framework. */
const startsServer = {
  Playwright: /\bwebServer\b/,
  // A service that brings one, or a hook.
  WebDriverIO: new RegExp(`${services.source}|\\.listen\\s*\\(|\\bspawn\\s*\\(`),
} as const;

type WithServer = keyof typeof startsServer;

/** A port that is written out: as a setting, a variable or an option, or in a URL of this machine. */
const port =
  /(?:\bport\b['"]?[\s:=|?]{0,8}['"]?|\blisten\s{0,4}\(\s{0,4}|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):|\[::1?\]:)(\d{2,5})\b/gi;
/** More are no servers of one project, and would hold up others. */
const mostPorts = 8;

/** What a run of such a project is told. */
export const turnsNote =
  "The project's configuration starts a server, always on the same port: the run gets one runner on each machine. " +
  'With a port derived from ASSAY_PLACE it gets several.';

const waitNote =
  'Another run on this machine has a server that the framework starts, and that may use the same port: the tests wait ' +
  'for its end.';

/**
 * @param configFile the project's own; null if there is none
 * @returns whether two runners on one machine would be in each other's way.
 */
export async function needsTurns(
  files: ProjectFiles,
  framework: WithServer,
  configFile: string | null,
): Promise<boolean> {
  return hasFixedServer(framework, await textOf(files, configFile));
}

/**
 * A framework starts the server in a project's configuration and ends it with its own process. Two processes in one
 * network would find the port in use, or lose the server during their tests. So it locks its project, its configuration
 * and the ports that this names, unless the configuration derives its port from the slot (ASSAY_PLACE).
 * @param configFile the project's own; null if there is none
 * @returns a function to call when the process has ended.
 */
export async function serverTurn(
  { host, run, serverLocks, signal, note }: Pick<FrameworkContext, 'host' | 'run' | 'serverLocks' | 'signal' | 'note'>,
  framework: WithServer,
  configFile: string | null,
): Promise<() => void> {
  if (host.network !== 'machine') return () => undefined;
  const text = await textOf(host.files, configFile);
  if (!hasFixedServer(framework, text)) return () => undefined;
  const keys = [`project ${run.projectId}`, ...serverKeys(text)];
  return await serverLocks.ofFrameworks.lock(run.projectId, keys, signal, () => note(waitNote));
}

/** @returns what servers of this configuration would collide by: the ports that it names, or else its usual services */
export function serverKeys(text: string): string[] {
  const ports = [...text.matchAll(port)].map(([, digits]) => Number(digits)).filter((each) => each < 65_536);
  const named = [...new Set(ports)].slice(0, mostPorts).map((each) => `port ${each}`);
  const usual = [...text.matchAll(new RegExp(services, 'g'))].map(([, service]) => `service ${service}`);
  const same = `configuration ${createHash('sha256').update(text).digest('hex')}`;
  return [same, ...(named.length > 0 ? named : new Set(usual))];
}

async function textOf(files: ProjectFiles, configFile: string | null): Promise<string> {
  return (configFile && (await files.readText(configFile))) ?? '';
}

function hasFixedServer(framework: WithServer, text: string): boolean {
  return startsServer[framework].test(text) && !/\bASSAY_PLACE\b/.test(text);
}
