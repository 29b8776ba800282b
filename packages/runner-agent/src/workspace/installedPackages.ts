import { join } from 'node:path';
import type { TestingFramework } from '@assay/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';

/** The packages of the frameworks that come with Assay: a project without a package.json has them by its settings. */
const frameworkPackages: { readonly [Framework in TestingFramework]?: string } = {
  CucumberJS: '@cucumber/cucumber',
  Playwright: '@playwright/test',
};

/** As npm has them: other names could be paths. */
const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;

const Commands = Type.Object({
  bin: Type.Optional(Type.Union([Type.String(), Type.Record(Type.String(), Type.String())])),
});

/**
 * Links packages of Assay's installation into a project, with their commands. Assay has many others: a dependency that
 * the project does not name must be missing here, as it is elsewhere.
 * @param names of the project's dependencies; those that Assay lacks are left out
 * @param modules the node_modules of Assay's installation
 * @param directory the project's, without a node_modules
 * @returns the linked packages
 */
export async function linkInstalledPackages(
  files: ProjectFiles,
  names: readonly string[],
  framework: TestingFramework,
  modules: string,
  directory: string,
): Promise<string[]> {
  const ofFramework = frameworkPackages[framework];
  const wanted = new Set([...names, ...(ofFramework === undefined ? [] : [ofFramework])]);
  const linked: string[] = [];
  const place = join(directory, 'node_modules');
  for (const name of wanted) {
    if (!packageName.test(name)) continue;
    const manifest = await files.readText(join(modules, name, 'package.json'));
    if (manifest === null) continue;
    const [scope] = name.split('/');
    await files.makeFolder(name.startsWith('@') && scope ? join(place, scope) : place);
    await files.link(join(modules, name), join(place, name));
    await linkCommands(files, commandsOf(name, manifest), join(modules, name), place);
    linked.push(name);
  }
  return linked;
}

function commandsOf(name: string, manifest: string): [string, string][] {
  const parsed: unknown = JSON.parse(manifest);
  const bin = Value.Check(Commands, parsed) ? (parsed.bin ?? {}) : {};
  return Object.entries(typeof bin === 'string' ? { [name.replace(/^@[^/]*\//, '')]: bin } : bin);
}

async function linkCommands(
  files: ProjectFiles,
  commands: readonly [string, string][],
  installed: string,
  place: string,
): Promise<void> {
  if (commands.length === 0) return;
  const folder = join(place, '.bin');
  await files.makeFolder(folder);
  for (const [command, script] of commands) {
    const target = join(installed, script);
    if (process.platform === 'win32') await files.write(join(folder, `${command}.cmd`), `@node "${target}" %*\r\n`);
    else await files.link(target, join(folder, command));
  }
}
