import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';

const usual = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((ending) => `playwright.config.${ending}`);

export type VideoConfig = { path: string; remove(): Promise<void> };

/**
 * @param configFile as the project's settings name it: a file, or a folder that holds it
 * @returns the configuration that Playwright would take; null for none.
 */
export function findPlaywrightConfig(directory: string, configFile: string | null): string | null {
  const named = resolve(directory, configFile ?? '.');
  if (!existsSync(named)) return null;
  if (statSync(named).isFile()) return named;
  return usual.map((name) => join(named, name)).find((path) => existsSync(path)) ?? null;
}

/**
 * A configuration around the project's own that says whether videos are recorded: Playwright's command line knows no
 * such option. It lies beside the project's, as Playwright takes its paths from there. Where a run wants videos, what
 * the project itself says of them stands; where it wants none, there are none.
 *
 * @param own the project's; null for none
 */
export async function writeVideoConfig(
  directory: string,
  own: string | null,
  recordVideo: boolean,
): Promise<VideoConfig> {
  const folder = own ? dirname(own) : directory;
  // What is only an ES module cannot be loaded from what may be none.
  const ending = own && extname(own).startsWith('.m') ? 'mts' : 'ts';
  const path = join(folder, `.assay-${randomUUID()}.config.${ending}`);
  await writeFile(path, codeOf(own ? basename(own) : null, recordVideo));
  return { path, remove: () => rm(path, { force: true }) };
}

function codeOf(own: string | null, recordVideo: boolean): string {
  const load = own ? `import * as theirs from ${JSON.stringify(`./${own}`)};\n` : 'const theirs = {};\n';
  const use = recordVideo ? "{ video: 'on', ...use }" : "{ ...use, video: 'off' }";
  // A project's own `use` is laid over the whole one's, so only an explicit word of it has to go.
  const eachUse = recordVideo ? '{ ...use }' : "{ ...use, video: 'off' }";
  return `${load}const own = theirs.default?.default ?? theirs.default ?? theirs;
const whole = (use = {}) => (${use});
const each = (use = {}) => (${eachUse});
const projects = own.projects?.map((project) => ({ ...project, use: each(project.use) }));
export default { ...own, use: whole(own.use), ...(projects ? { projects } : {}) };
`;
}
