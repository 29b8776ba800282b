import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventSchemas, schemaMarks } from '@assay/event-schemas';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

type Node = {
  type?: string | string[];
  'x-brand'?: string;
  'x-personal'?: boolean | string;
  'x-secret'?: boolean;
  properties?: Record<string, Node>;
};
type Schema = Node & {
  description?: string;
  additionalProperties?: boolean;
  properties: Record<string, Node>;
  required: string[];
};

const schemas = eventSchemas.map(({ aggregate, name, version, schema }) => ({
  id: `${aggregate}/${name}.v${version}`,
  schema: schema as Schema,
}));

/** Every object in a schema, wherever it is: schemas, and what they are made of. */
function* nodesIn(value: unknown): Generator<Node & Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
  const node: Record<string, unknown> = { ...value };
  yield node;
  for (const inner of Object.values(node)) yield* nodesIn(inner);
}

/** Every property of a schema by its name, at any depth. */
function* propertiesIn(schema: Schema): Generator<[string, Node]> {
  for (const { properties, type } of nodesIn(schema)) {
    if (properties !== undefined && type !== undefined) yield* Object.entries(properties);
  }
}

describe('every event schema', () => {
  it.each(schemas)('$id compiles', ({ schema }) => {
    const ajv = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true });
    ajv.addVocabulary([...schemaMarks]);
    addFormats.default(ajv);
    expect(ajv.compile(schema)).toBeInstanceOf(Function);
  });

  it.each(schemas)('$id takes no property that it does not name, at any depth', ({ schema }) => {
    const objects = [...nodesIn(schema)].filter(
      ({ properties, type }) => properties !== undefined && type !== undefined,
    );
    const open = objects.filter(({ additionalProperties }) => additionalProperties !== false);
    expect(open).toEqual([]);
  });

  it.each(schemas)('$id says what happened, as a sentence', ({ schema }) => {
    expect(schema.description).toMatch(/^[A-Z].{10,}\.$/s);
  });

  it.each(schemas)('$id requires all that it names, so that a reader never has to guess', ({ schema }) => {
    expect([...schema.required].sort()).toEqual(Object.keys(schema.properties).sort());
  });

  it('names the person to whose key personal data belongs', () => {
    const personal = schemas.flatMap(({ id, schema }) =>
      [...nodesIn(schema)].flatMap(({ 'x-personal': mark }) => (mark ? [{ id, schema, mark }] : [])),
    );
    expect(personal.map(({ id }) => id)).toContain('user/UserRegistered.v1');
    for (const { schema, mark } of personal) expect(schema.required).toContain(mark === true ? 'userId' : mark);
  });

  it('marks only texts as personal, secret or an id, at any depth', () => {
    const marked = schemas.flatMap(({ schema }) =>
      [...nodesIn(schema)].filter((node) => schemaMarks.some((mark) => node[mark] !== undefined)),
    );
    expect(marked.length).toBeGreaterThan(0);
    for (const { type = 'string' } of marked) expect([type].flat().filter((one) => one !== 'null')).toEqual(['string']);
  });

  it('brands ids of one name alike, in every event', () => {
    const brands = new Map<string, Set<string | undefined>>();
    for (const { schema } of schemas) {
      for (const [name, { 'x-brand': brand }] of propertiesIn(schema)) {
        brands.set(name, (brands.get(name) ?? new Set()).add(brand));
      }
    }
    expect(brands.get('testRunId')).toEqual(new Set(['TestRunId']));
    expect([...brands].filter(([, found]) => found.size > 1)).toEqual([]);
  });
});

describe('the freeze of released schemas', () => {
  let folder: string;
  const run = (...options: string[]) =>
    spawnSync(process.execPath, [join(folder, 'checkReleased.mjs'), ...options], { encoding: 'utf8' });
  const schemaFile = () => join(folder, 'account/AccountCreated.v1.json');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-schemas-'));
    const skipped = /[/\\](generated|node_modules)$/;
    cpSync(import.meta.dirname, folder, { recursive: true, filter: (path) => !skipped.test(path) });
    writeFileSync(join(folder, 'released.json'), '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('lets schemas that are not released yet change and go', () => {
    rmSync(schemaFile());
    const { status, stdout } = run();
    expect(status).toBe(0);
    expect(stdout).toContain(`${schemas.length - 1} are new`);
  });

  it('counts nothing as new after a release', () => {
    expect(run('--release').status).toBe(0);
    expect(run().stdout).toContain('0 are new');
  });

  it('fails when a released schema has changed, and names it', () => {
    run('--release');
    const text = readFileSync(schemaFile(), 'utf8');
    writeFileSync(schemaFile(), text.replace('"maxLength": 100', '"maxLength": 90'));
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('account/AccountCreated.v1 is released and has changed');
  });

  it('fails when a released schema is gone, and names it', () => {
    run('--release');
    rmSync(schemaFile());
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('account/AccountCreated.v1 is released and is missing');
  });

  it('does not mind another layout of a released schema', () => {
    run('--release');
    writeFileSync(schemaFile(), JSON.stringify(JSON.parse(readFileSync(schemaFile(), 'utf8'))));
    expect(run().status).toBe(0);
  });

  it('does not release over a released schema that has changed', () => {
    run('--release');
    const released = readFileSync(join(folder, 'released.json'), 'utf8');
    writeFileSync(schemaFile(), readFileSync(schemaFile(), 'utf8').replace('"maxLength": 100', '"maxLength": 90'));
    expect(run('--release').status).toBe(1);
    expect(readFileSync(join(folder, 'released.json'), 'utf8')).toBe(released);
  });
});
