/**
 * Bundles each of these processes with all packages that it imports. What they share is in files of its own.
 * @param options.entryPoints sources relative to the checkout, by the name of the output file
 * @param options.standalone the same for processes that share no files: each loads only what it uses
 * @returns the files that the bundles were made of, relative to the checkout
 */
export function bundleProcesses(options: {
  entryPoints: Record<string, string>;
  standalone?: Record<string, string>;
  outdir: string;
  define?: Record<string, string>;
  sourcemap?: boolean;
}): Promise<string[]>;
