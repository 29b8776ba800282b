import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Python projects often keep their packages in `src`, where tests find them only once the project is installed. Its
 * requirements alone do not do that.
 * @returns that folder if it has packages or modules; null for projects of another layout
 */
export function sourceFolder(directory: string): string | null {
  const folder = join(directory, 'src');
  // A package itself, whose name would not be found from within.
  if (!existsSync(folder) || existsSync(join(folder, '__init__.py'))) return null;
  const holdsCode = readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory() ? existsSync(join(folder, entry.name, '__init__.py')) : entry.name.endsWith('.py'),
  );
  return holdsCode ? folder : null;
}
