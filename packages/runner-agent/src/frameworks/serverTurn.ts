import { Turns } from '../process/turns.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';

/** One queue for all: configurations of different projects may use the same port without saying so literally. */
const turns = new Turns();

/** What the configuration of a project has in it that starts a server with its framework. */
const startsServer = {
  Playwright: /\bwebServer\b/,
  // A service that brings one, or a hook.
  WebDriverIO:
    /['"](?:@?wdio[/-])?(?:static-server|appium|selenium-standalone|(?:chrome|gecko|edge|safari|ie)driver)(?:-service)?['"]|\.listen\s*\(|\bspawn\s*\(/,
} as const;

type WithServer = keyof typeof startsServer;

/** What a run of such a project is told. */
export const turnsNote =
  "The project's configuration starts a server, always on the same port: the run gets one runner on each machine. " +
  'With a port derived from ASSAY_PLACE it gets several.';

/**
 * @param configFile the project's own; null if there is none
 * @returns whether two runners on one machine would be in each other's way.
 */
export async function needsTurns(
  files: ProjectFiles,
  framework: WithServer,
  configFile: string | null,
): Promise<boolean> {
  const text = (configFile && (await files.readText(configFile))) ?? '';
  return startsServer[framework].test(text) && !/\bASSAY_PLACE\b/.test(text);
}

/**
 * A framework starts the server in a project's configuration and ends it with its own process. Two processes on one
 * machine would find the port in use, or lose the server during their tests. So processes whose configuration has a
 * server take turns, unless the configuration derives its port from the slot (ASSAY_PLACE).
 * @param configFile the project's own; null if there is none
 * @returns a function to call when the process has ended.
 */
export async function serverTurn(
  files: ProjectFiles,
  framework: WithServer,
  configFile: string | null,
  signal: AbortSignal,
): Promise<() => void> {
  if (!(await needsTurns(files, framework, configFile))) return () => undefined;
  return await turns.take(signal);
}
