import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ListEntry, withEntry, withJsonEntry } from '../lists.mjs';
import { ambiguousIdentifier, filledIn, nounForms } from '../nounForms.mjs';
import { planNewThing } from '../plan.mjs';

const root = join(import.meta.dirname, '../../..');

describe('a noun', () => {
  it.each([
    ['release', 'releases'],
    ['policy', 'policies'],
    ['survey', 'surveys'],
    ['address', 'addresses'],
    ['batch', 'batches'],
    ['test data set', 'test data sets'],
    ['test-data-set', 'test data sets'],
  ])('%s has the plural %s', (noun, plural) => {
    expect(nounForms(noun).many.text).toBe(plural);
  });

  it('takes an irregular plural as given', () => {
    expect(nounForms('criterion', 'criteria').many.camel).toBe('criteria');
  });

  it('is spelled in each place of a template as that place spells the sample', () => {
    const template =
      "sampleItemsArea SampleItemId sampleItem: '/sample-items' Sample items, a sample item, Sample Items example-sample-item";
    expect(filledIn(template, nounForms('test policy'))).toBe(
      "testPoliciesArea TestPolicyId testPolicy: '/test-policies' Test policies, a test policy, Test Policies example-test-policy",
    );
  });

  it.each([
    ['release', 'a release'],
    ['alert rule', 'an alert rule'],
    ['unit', 'a unit'],
    ['upload', 'an upload'],
    ['usage limit', 'a usage limit'],
    ['hour', 'an hour'],
  ])('%s has the article of %s', (noun, withArticle) => {
    expect(filledIn('a sample item', nounForms(noun))).toBe(withArticle);
  });

  it.each([
    ['Release', "'Release' is not a noun"],
    ['release2', "'release2' is not a noun"],
    ['../release', "'../release' is not a noun"],
    ['', "'' is not a noun"],
    ['a name with far more words', 'is not a noun'],
    ['releases', "'releases' looks like a plural"],
    ['class', "'class' means something else in TypeScript"],
  ])('is refused if it is %j', (noun, reason) => {
    expect(() => nounForms(noun)).toThrow(reason);
  });

  it('is refused if its plural is the same', () => {
    expect(() => nounForms('series', 'series')).toThrow("'series' has no plural of its own");
  });

  it('is ambiguous in a template that has its identifier for something else', () => {
    const template = 'const { state } = given(sampleItem);';
    expect(ambiguousIdentifier(template, nounForms('state'))).toBe('state');
    expect(ambiguousIdentifier(template, nounForms('gadget'))).toBeNull();
  });
});

describe('the plan of a new thing', () => {
  it.each(['gadget', 'zone', 'test data set'])('fits the repository as it is, for %s', (noun) => {
    const { created, edited } = planNewThing(root, nounForms(noun));
    expect(created.map(({ path }) => path).filter((path) => existsSync(join(root, path)))).toEqual([]);
    expect(edited.map(({ path }) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const left = [...created, ...edited].filter(({ path, text }) => /sample-?\s?item/i.test(path + text));
    expect(left.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ['team', 'event-schemas/team already exists.'],
    ['session', 'already has the call listSessions.'],
    ['access log', 'already has the export accessLogCalls.'],
    ['field', "'fields' has another meaning in the code of packages/api/src/fields/fieldRoutes.ts"],
  ])('refuses %s', (noun, reason) => {
    expect(() => planNewThing(root, nounForms(noun))).toThrow(reason);
  });
});

describe('a list in a source', () => {
  const text = [
    'const list = [',
    '  alpha,',
    '  /** Explains gamma. */',
    '  gamma,',
    '];',
    'const other = [',
    '];',
  ].join('\n');
  const entry = (key: string, change: Partial<ListEntry> = {}): ListEntry => ({
    file: 'list.ts',
    part: ['const list = [', '];'],
    entry: /^ {2}(\w+),$/,
    key,
    add: [`  ${key},`],
    ...change,
  });

  it('takes an entry before the next greater one and its comment', () => {
    expect(withEntry(text, entry('beta'))).toContain('  alpha,\n  beta,\n  /** Explains gamma. */\n  gamma,\n];');
    expect(withEntry(text, entry('omega'))).toContain('  gamma,\n  omega,\n];\nconst other');
  });

  it('takes an entry at its end if it has an order of its own', () => {
    expect(withEntry(text, entry('beta', { hasOwnOrder: true }))).toContain('  gamma,\n  beta,\n];\nconst other');
  });

  it('is found between its lines only', () => {
    expect(() => withEntry(text, entry('beta', { part: ['const lost = [', '];'] }))).toThrow(
      "list.ts has no single list between 'const lost = [' and '];'",
    );
    expect(() => withEntry(`${text}\n${text}`, entry('beta'))).toThrow('list.ts has no single list');
    expect(() => withEntry(text, entry('beta', { part: ['const other = [', '];'] }))).toThrow(
      'list.ts has no line like',
    );
  });

  it('has each entry once', () => {
    expect(() => withEntry(text, entry('gamma'))).toThrow("list.ts already has 'gamma'.");
  });

  it('stays JSON wherever the entry is', () => {
    const json = '{\n  "b": 1,\n  "d": 2\n}\n';
    const added = (key: string) => {
      const line = { file: 'list.json', entry: /^ {2}"(.+)": /, key, add: [`  "${key}": 3,`] };
      return JSON.parse(withJsonEntry(json, line));
    };
    for (const key of ['a', 'c', 'e']) expect(added(key)).toEqual({ b: 1, d: 2, [key]: 3 });
  });
});
