// Makes event-schemas/generated/index.ts from the schemas: one type per event, one union per aggregate, and the
// schemas themselves as data. Run by `npm run generate` and by every script that needs the types.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const here = dirname(fileURLToPath(import.meta.url));

// A property of one of these names is an id of that kind, in every event: brands keep them apart in the code.
const brands = {
  accountId: 'AccountId',
  agentId: 'AgentId',
  blobId: 'BlobId',
  buildId: 'BuildId',
  deployId: 'DeployId',
  environmentId: 'EnvironmentId',
  firstTestRunId: 'TestRunId',
  linuxRunnerPoolId: 'RunnerPoolId',
  pipelineStageId: 'PipelineStageId',
  projectId: 'ProjectId',
  replacedById: 'AgentId',
  replaces: 'TestRunnerId',
  runnerId: 'TestRunnerId',
  runnerPoolId: 'RunnerPoolId',
  testId: 'TestId',
  testRunId: 'TestRunId',
  testRunnerId: 'TestRunnerId',
  testSuiteId: 'TestSuiteId',
  userId: 'UserId',
  userRoleId: 'UserRoleId',
  windowsRunnerPoolId: 'RunnerPoolId',
};

const aggregates = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'generated' && entry.name !== 'node_modules')
  .map((entry) => entry.name)
  .sort();

const latest = new Map(); // event name → { aggregate, version, schema }
const all = [];
for (const aggregate of aggregates) {
  for (const file of readdirSync(join(here, aggregate)).sort()) {
    const match = /^([A-Z]\w+)\.v(\d+)\.json$/.exec(file);
    if (!match) throw new Error(`${aggregate}/${file}: an event schema is named <Event>.v<number>.json`);
    const [, name, number] = match;
    const schema = JSON.parse(readFileSync(join(here, aggregate, file), 'utf8'));
    if (schema.$id !== `${aggregate}/${name}.v${number}` || schema.title !== name) {
      throw new Error(`${aggregate}/${file}: $id and title must repeat the file's name`);
    }
    const entry = { aggregate, name, version: Number(number), schema };
    all.push(entry);
    const known = latest.get(name);
    if (known && known.aggregate !== aggregate) throw new Error(`${name} is in two aggregates`);
    if (!known || known.version < entry.version) latest.set(name, entry);
  }
}

const definitions = {};
const shared = new Map();
const branded = (node, key) => {
  if (Array.isArray(node)) return node.map((item) => branded(item));
  if (node === null || typeof node !== 'object') return node;
  if (typeof node.$ref === 'string' && !brands[key])
    return { $ref: node.$ref.replace('#/$defs/', '#/definitions/shared_') };
  if (brands[key]) {
    const mayBeNull = Array.isArray(node.type) && node.type.includes('null');
    return { tsType: mayBeNull ? `${brands[key]} | null` : brands[key], description: node.description };
  }
  if (key !== undefined && !node.type && !node.$ref && !node.enum)
    return { tsType: 'unknown', description: node.description };
  const copy = {};
  for (const [name, value] of Object.entries(node)) {
    if (name === '$defs' || name === '$schema' || name === '$id') continue;
    copy[name] =
      name === 'properties'
        ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, branded(v, k)]))
        : branded(value);
  }
  // tuple types for maxItems would only get in the way
  if (copy.type === 'array' || (Array.isArray(copy.type) && copy.type.includes('array'))) delete copy.maxItems;
  if (key === 'selectedTests') return { tsType: 'TestId[] | null', description: node.description };
  return copy;
};
for (const { name, schema } of latest.values()) {
  for (const [def, body] of Object.entries(schema.$defs ?? {})) {
    const text = JSON.stringify(body);
    if (shared.has(def) && shared.get(def) !== text)
      throw new Error(`$defs/${def} differs in ${name}: give it another name`);
    shared.set(def, text);
  }
  definitions[name] = branded(schema);
}
for (const [def, text] of shared) {
  definitions[`shared_${def}`] =
    def === 'testIds'
      ? { tsType: 'TestId[]' }
      : { ...branded(JSON.parse(text)), title: def[0].toUpperCase() + def.slice(1) };
}

const types = await compile(
  { title: 'AllEvents', type: 'object', additionalProperties: false, properties: {}, definitions },
  'AllEvents',
  {
    bannerComment: '',
    format: false,
    unreachableDefinitions: true,
    additionalProperties: false,
    declareExternallyReferenced: true,
  },
);

const unionName = (aggregate) => `${aggregate[0].toUpperCase()}${aggregate.slice(1)}Event`;
const unions = aggregates.map((aggregate) => {
  const members = [...latest.values()].filter((event) => event.aggregate === aggregate);
  return `export type ${unionName(aggregate)} =\n${members.map(({ name }) => `  | { type: '${name}'; data: ${name} }`).join('\n')};\n`;
});

mkdirSync(join(here, 'generated'), { recursive: true });
writeFileSync(
  join(here, 'generated', 'index.ts'),
  [
    '// Generated from the schemas beside this folder by `npm run generate`. Not committed.',
    'type Brand<Name extends string> = string & { readonly brand: Name };',
    ...[...new Set(Object.values(brands))].sort().map((name) => `type ${name} = Brand<'${name}'>;`),
    '',
    types,
    ...unions,
    `export type DomainEvent =\n${aggregates.map((aggregate) => `  | ${unionName(aggregate)}`).join('\n')};\n`,
    `/** Every version of every event ever written, newest last. */\nexport const eventSchemas: readonly { aggregate: string; name: DomainEvent['type']; version: number; schema: object }[] = ${JSON.stringify(all, null, 1)};\n`,
  ].join('\n'),
);
console.log(`${all.length} event schemas of ${aggregates.length} aggregates`);
