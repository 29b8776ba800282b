/**
 * Bundles each of these processes, with all our packages that it imports, into one file.
 * @param options.entryPoints sources relative to the checkout, by the name of the output file
 */
export function bundleProcesses(options: {
  entryPoints: Record<string, string>;
  outdir: string;
  define?: Record<string, string>;
  sourcemap?: boolean;
}): Promise<void>;
