import { randomUUID } from 'node:crypto';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { usualConfigFiles } from '@assay/contract';
import type { ProjectFiles } from '../../projectFiles/projectFiles.ts';

export type VideoConfig = { path: string; remove(): Promise<void> };

/**
 * @param configFile as in the project's settings: a file, or the folder that contains it
 * @returns the configuration that Playwright would use; null if there is none.
 */
export async function findPlaywrightConfig(
  files: ProjectFiles,
  directory: string,
  configFile: string | null,
): Promise<string | null> {
  const named = resolve(directory, configFile ?? '.');
  if (await files.isFile(named)) return named;
  return await files.firstExisting(usualConfigFiles.Playwright.map((name) => join(named, name)));
}

/**
 * A configuration that wraps the project's own and sets whether videos are recorded: Playwright has no command-line
 * option for that. It is in the same folder, because Playwright resolves paths from there. Where a run wants videos,
 * the project's own setting applies; where it wants none, none are recorded.
 * @param own the project's; null if there is none
 */
export async function writeVideoConfig(
  files: ProjectFiles,
  directory: string,
  own: string | null,
  recordVideo: boolean,
): Promise<VideoConfig> {
  const folder = own ? dirname(own) : directory;
  // An ES module cannot be loaded from a file that may not be one.
  const ending = own && extname(own).startsWith('.m') ? 'mts' : 'ts';
  const path = join(folder, `.assay-${randomUUID()}.config.${ending}`);
  await files.write(path, codeOf(own ? basename(own) : null, recordVideo));
  return { path, remove: () => files.remove(path) };
}

function codeOf(own: string | null, recordVideo: boolean): string {
  const load = own ? `import * as theirs from ${JSON.stringify(`./${own}`)};\n` : 'const theirs = {};\n';
  const use = recordVideo ? "{ video: 'on', ...use }" : "{ ...use, video: 'off' }";
  // A project's own `use` overrides the global one, so only its explicit video setting has to go.
  const eachUse = recordVideo ? '{ ...use }' : "{ ...use, video: 'off' }";
  return `${load}const own = theirs.default?.default ?? theirs.default ?? theirs;
const whole = (use = {}) => (${use});
const each = (use = {}) => (${eachUse});
const projects = own.projects?.map((project) => ({ ...project, use: each(project.use) }));
export default { ...own, use: whole(own.use), ...(projects ? { projects } : {}) };
`;
}
