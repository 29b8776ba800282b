import { join, relative, sep } from 'node:path';
import { UnitProblem } from '../units/unitProblem.ts';
import { type InstallOrder, runInstall } from './runInstall.ts';

/**
 * Ensures that the test DLLs exist: by the project's own command, or with `dotnet build` where the checkout has a
 * solution or a project but no DLLs. NuGet caches its downloads for later runs.
 * @param dlls relative to the directory
 * @throws UnitProblem install.toolMissing, install.failed, install.dllMissing or timeout.
 */
export async function buildDotnet(order: InstallOrder, dlls: readonly string[]): Promise<void> {
  const { directory, installCommand } = order;
  const { files } = order.host;
  const missing = async () => {
    const found = await Promise.all(dlls.map((dll) => files.isFile(join(directory, dll))));
    return dlls.filter((_, index) => !found[index]);
  };
  if (installCommand !== null) await runInstall(order, installCommand);
  else if ((await missing()).length > 0) {
    const patterns = ['*.sln', '*.slnx', '*.csproj', '*/*.csproj', '*/*/*.csproj'];
    const found = await files.find(directory, patterns);
    const projects = found.map(({ path }) => relative(directory, path).split(sep).join('/'));
    const solution = projects.filter((name) => /\.slnx?$/.test(name)).sort()[0];
    if (projects.length > 0 && !(await order.host.find(order.environment, ['dotnet']))) {
      throw new UnitProblem(
        'install.toolMissing',
        'The project is built with .NET, which this runner agent does not have. Install its SDK there.',
      );
    }
    // The configuration is a part of the path: bin/Release/net8.0/Shop.Tests.dll
    const configuration = dlls.some((dll) => /(^|\/)Release\//i.test(dll)) ? 'Release' : 'Debug';
    for (const project of solution ? [solution] : projects.sort()) {
      await runInstall(order, `dotnet build ${argument(project)} --nologo --configuration ${configuration}`);
    }
  }
  const [first] = await missing();
  if (first === undefined) return;
  throw new UnitProblem(
    'install.dllMissing',
    `There is no ${first}. Check the DLLs in the project's settings, or give the project an install command that builds them.`,
  );
}

/** @returns a path of the checkout as an argument for the shell: neither an option (-), a file of arguments (@) nor code */
function argument(path: string): string {
  const plain = /^[-@]/.test(path) ? `./${path}` : path;
  if (process.platform === 'win32') return `"${plain}"`;
  return /^[\w./]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
