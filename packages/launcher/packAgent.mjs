// The agent as an npm package: one file and its reporters, with all dependencies bundled. Every installation serves its
// own version, so a machine with only Node and git starts it with `npx`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/**
 * Creates the package.
 * @param agent the bundle, without external packages
 * @param reporters the folder of the scripts that run inside the test frameworks
 * @returns the .tgz file
 */
export async function packAgent({ agent, reporters, version }) {
  const manifest = {
    name: 'assay-agent',
    version,
    type: 'module',
    license: 'Apache-2.0',
    bin: { 'assay-agent': 'agent.js' },
    engines: { node: '>=20.19' },
  };
  const tar = pack();
  // The same sources make the same package, whenever they are built.
  const add = (name, content, mode = 0o644) =>
    tar.entry({ name: `package/${name}`, mode, mtime: new Date(0) }, content);
  add('package.json', JSON.stringify(manifest, null, 2));
  add('agent.js', readFileSync(agent), 0o755);
  for (const name of readdirSync(reporters).sort()) add(`reporters/${name}`, readFileSync(join(reporters, name)));
  tar.finalize();
  const chunks = [];
  for await (const chunk of tar) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}
