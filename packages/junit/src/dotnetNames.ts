/** The folder of an assembly is another one on each machine. */
export function assemblyName(path = ''): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}
