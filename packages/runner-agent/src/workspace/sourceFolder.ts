import { join } from 'node:path';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';

/**
 * Python projects often keep their packages in `src`, where tests find them only once the project is installed. Its
 * requirements alone do not do that.
 * @returns that folder if it has packages or modules; null for projects of another layout
 */
export async function sourceFolder(files: ProjectFiles, directory: string): Promise<string | null> {
  const folder = join(directory, 'src');
  const entries = await files.list(folder);
  // A package itself, whose name would not be found from within.
  if (entries === null || entries.some(({ name }) => name === '__init__.py')) return null;
  if (entries.some(({ name, kind }) => kind !== 'folder' && name.endsWith('.py'))) return folder;
  const packages = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => join(folder, name, '__init__.py'));
  return (await files.firstExisting(packages)) === null ? null : folder;
}
