// What the container image runs: a process of Assay, or one of its commands, by the name of its npm script.
//   start (the default)   everything in one container, on embedded stores unless EVENTSTORE_URL and MONGODB_URL are set
//   api, projector, automation, agent   one process
//   create-account, verify, rebuild …   a command
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { scripts } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const bundles = new Map(['api', 'projector', 'automation'].map((name) => [name, `dist/${name}.js`]));
for (const [name, command] of Object.entries(scripts)) {
  const bundle = /run\.mjs (\w+)$/.exec(command)?.[1];
  if (bundle && !command.includes('test/')) bundles.set(name, `dist/${bundle}.js`);
}
bundles.set('agent', 'agent/agent.js');

const [name = 'start'] = process.argv.splice(2, 1);
const bundle = bundles.get(name);
if (!bundle) {
  console.error(`There is no '${name}'. It runs ${[...bundles.keys()].sort().join(', ')}.`);
  process.exit(2);
}
const script = new URL(bundle, import.meta.url);
// As if Node had been called with it.
process.argv[1] = fileURLToPath(script);
await import(script.href);
