/**
 * Makes one file of each of these processes of ours, and of all packages of ours that it imports.
 *
 * @param options.entryPoints sources relative to the checkout, by the name that the file gets
 */
export function bundleProcesses(options: {
  entryPoints: Record<string, string>;
  outdir: string;
  define?: Record<string, string>;
  sourcemap?: boolean;
}): Promise<void>;
