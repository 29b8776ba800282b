// Writes event-schemas/generated from the schemas: index.ts with the schemas as data, which is all that a build needs, and
// types.ts with a type per event and a union per aggregate. Run by `npm run generate` and `npm run check`; with `--data`,
// as the build runs it, only the data: what writes the types is installed for development only.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

// Our own marks in schemas; README.md says what each means.
const schemaMarks = ['x-brand', 'x-personal', 'x-secret'];

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

/** The source of types.ts. */
async function typesOfSchemas() {
  const { compile } = await import('json-schema-to-typescript');
  const definitions = {};
  const shared = new Map();
  const brands = new Set();
  /** A schema as the type generator takes it. `key`: the property that it is the schema of. */
  const typed = (node, key) => {
    if (Array.isArray(node)) return node.map((item) => typed(item));
    if (node === null || typeof node !== 'object') return node;
    const { 'x-brand': brand, description } = node;
    if (brand !== undefined) {
      brands.add(brand);
      const mayBeNull = Array.isArray(node.type) && node.type.includes('null');
      return { tsType: mayBeNull ? `${brand} | null` : brand, description };
    }
    if (typeof node.$ref === 'string') return { $ref: node.$ref.replace('#/$defs/', '#/definitions/shared_') };
    if (key !== undefined && !node.type && !node.enum) return { tsType: 'unknown', description };
    const copy = {};
    for (const [name, value] of Object.entries(node)) {
      if (name === '$defs' || name === '$schema' || name === '$id') continue;
      copy[name] =
        name === 'properties'
          ? Object.fromEntries(Object.entries(value).map(([property, schema]) => [property, typed(schema, property)]))
          : typed(value);
    }
    // tuple types for maxItems would only get in the way
    if (copy.type === 'array' || (Array.isArray(copy.type) && copy.type.includes('array'))) delete copy.maxItems;
    return copy;
  };
  for (const { name, schema } of latest.values()) {
    for (const [def, body] of Object.entries(schema.$defs ?? {})) {
      const text = JSON.stringify(body);
      if (shared.has(def) && shared.get(def) !== text)
        throw new Error(`$defs/${def} differs in ${name}: give it another name`);
      shared.set(def, text);
    }
    definitions[name] = typed(schema);
  }
  for (const [def, text] of shared) {
    definitions[`shared_${def}`] = { ...typed(JSON.parse(text)), title: def[0].toUpperCase() + def.slice(1) };
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
  return [
    '// Generated from the schemas beside this folder by `npm run generate`. Not committed.',
    'type Brand<Name extends string> = string & { readonly brand: Name };',
    ...[...brands].sort().map((name) => `type ${name} = Brand<'${name}'>;`),
    '',
    types,
    ...unions,
    `export type DomainEvent =\n${aggregates.map((aggregate) => `  | ${unionName(aggregate)}`).join('\n')};\n`,
  ].join('\n');
}

/** The source of index.ts. */
function dataOfSchemas() {
  return [
    '// Generated from the schemas beside this folder by the build and `npm run generate`. Not committed.',
    "import type { DomainEvent } from './types.ts';\n",
    "export type * from './types.ts';\n",
    `/** Our own marks, which a validator has to be told of. */\nexport const schemaMarks: readonly string[] = ${JSON.stringify(schemaMarks)};\n`,
    `/** Every version of every event ever written, newest last. */\nexport const eventSchemas: readonly { aggregate: string; name: DomainEvent['type']; version: number; schema: object }[] = ${JSON.stringify(all, null, 1)};\n`,
  ].join('\n');
}

const generated = join(here, 'generated');
mkdirSync(generated, { recursive: true });
writeFileSync(join(generated, 'index.ts'), dataOfSchemas());
if (!process.argv.includes('--data')) writeFileSync(join(generated, 'types.ts'), await typesOfSchemas());
console.log(`${all.length} event schemas of ${aggregates.length} aggregates`);
