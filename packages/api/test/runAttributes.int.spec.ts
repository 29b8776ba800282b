import type { ChoiceCounts, TestRunPage } from '@assay/contract';
import type { Person } from './apiUnderTest.ts';
import { uploadForm } from './uploadForm.ts';
import { passed, startUploads, type UploadsUnderTest, xml } from './uploadsUnderTest.ts';

describe('attributes of runs', () => {
  let uploads: UploadsUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    uploads = await startUploads();
    stranger = await uploads.api.newAccount('stranger');
    for (const attributes of ['browser=firefox\nos=linux', 'browser=chrome\r\nos=linux', 'browser=chrome, beta']) {
      expect((await uploaded(attributes)).status).toBe(201);
    }
    expect((await uploads.upload(xml(passed('adds')))).status).toBe(201);
  });
  afterAll(() => uploads.api.stop());

  const uploaded = (attributes: string) =>
    uploadForm(uploads.api, { ...uploads.ids, attributes }, [xml(passed('adds'))]);
  const listed = async (attributes: string, as?: Person) => {
    const query = `attributes=${encodeURIComponent(attributes)}`;
    const { body } = await uploads.api.call<TestRunPage>('GET', `/test-runs?${query}`, { ...(as && { as }) });
    return body.testRuns.map((run) => run.attributes);
  };

  it.each([
    ['one', 'browser=firefox', [['browser=firefox', 'os=linux']]],
    ['a value with a comma', 'browser=chrome, beta', [['browser=chrome, beta']]],
    [
      'two values of a key',
      'browser=firefox\nbrowser=chrome',
      [
        ['browser=chrome', 'os=linux'],
        ['browser=firefox', 'os=linux'],
      ],
    ],
    ['two keys', 'browser=chrome\nos=linux', [['browser=chrome', 'os=linux']]],
    ['a value that no run has', 'browser=safari', []],
  ])('find the runs with %s', async (_, attributes, runs) => {
    expect(await listed(attributes)).toEqual(runs);
  });

  it('do not find runs of another account', async () => {
    expect(await listed('browser=firefox', stranger)).toEqual([]);
  });

  it('are counted as choices, several of a run each', async () => {
    const { body } = await uploads.api.call<ChoiceCounts>('GET', '/test-runs/counts?by=attributes');
    expect(body).toEqual([
      { value: 'os=linux', count: 2 },
      { value: 'browser=chrome', count: 1 },
      { value: 'browser=chrome, beta', count: 1 },
      { value: 'browser=firefox', count: 1 },
    ]);
  });

  it.each([
    ['without a value', 'browser'],
    ['with an empty value', 'browser='],
    ['with an invalid key', 'a b=c'],
    ['with a key that is too long', `${'k'.repeat(65)}=v`],
    ['with a value that is too long', `k=${'v'.repeat(257)}`],
    ['with a value that turns its direction', 'k=x\u202egnp'],
    ['of one key twice', 'browser=firefox\nbrowser=chrome'],
    ['of 21 keys', Array.from({ length: 21 }, (_, n) => `k${n}=v`).join('\n')],
  ])('are refused %s', async (_, attributes) => {
    const { status, body } = await uploaded(attributes);
    expect({ status, field: body.errors?.[0]?.field }).toEqual({ status: 400, field: 'attributes' });
  });

  it.each(['v', '\u{1f98a}'])('are taken up to their limits: %s', async (character) => {
    const all = Array.from({ length: 20 }, (_, n) => `${String(n).padStart(64, 'k')}=${character.repeat(256)}`);
    const { status, body } = await uploaded(all.join('\n'));
    expect(status).toBe(201);
    expect((await uploads.view(body.id)).attributes).toEqual(all);
  });
});
