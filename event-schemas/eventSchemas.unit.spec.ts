import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventSchemas } from '@assay/event-schemas';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

type Property = { 'x-personal'?: boolean; 'x-secret'?: boolean; type?: string | string[] };
type Schema = {
  description?: string;
  additionalProperties?: boolean;
  properties: Record<string, Property>;
  required: string[];
};

const schemas = eventSchemas.map(({ aggregate, name, version, schema }) => ({
  id: `${aggregate}/${name}.v${version}`,
  schema: schema as Schema,
}));

/** Every object schema inside a schema, wherever it is. */
function* objectsIn(node: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(node)) for (const item of node) yield* objectsIn(item);
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
  const object: Record<string, unknown> = { ...node };
  if (object.properties !== undefined && object.type !== undefined) yield object;
  for (const value of Object.values(object)) yield* objectsIn(value);
}

describe('every event schema', () => {
  it.each(schemas)('$id compiles', ({ schema }) => {
    const ajv = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true });
    ajv.addVocabulary(['x-personal', 'x-secret']);
    addFormats.default(ajv);
    expect(ajv.compile(schema)).toBeInstanceOf(Function);
  });

  it.each(schemas)('$id takes no property that it does not name, at any depth', ({ schema }) => {
    const open = [...objectsIn(schema)].filter((object) => object.additionalProperties !== false);
    expect(open).toEqual([]);
  });

  it.each(schemas)('$id says what happened, as a sentence', ({ schema }) => {
    expect(schema.description).toMatch(/^[A-Z].{10,}\.$/s);
  });

  it.each(schemas)('$id requires all that it names, so that a reader never has to guess', ({ schema }) => {
    expect([...schema.required].sort()).toEqual(Object.keys(schema.properties).sort());
  });

  it('names the person to whose key personal data belongs', () => {
    const personal = schemas.filter(({ schema }) => Object.values(schema.properties).some((one) => one['x-personal']));
    expect(personal.map(({ id }) => id)).toContain('user/UserRegistered.v1');
    for (const { schema } of personal) expect(schema.required).toContain('userId');
  });

  it('marks only texts as personal or secret, because only texts are encrypted', () => {
    const marked = schemas.flatMap(({ schema }) =>
      Object.values(schema.properties).filter((property) => property['x-personal'] || property['x-secret']),
    );
    expect(marked.length).toBeGreaterThan(0);
    for (const { type } of marked) expect(type).toBe('string');
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
