import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { problemsOfDurations } from './durations.mjs';

const record = 'test/harness/durations.json';
const specs = [
  'packages/domain/src/run.unit.spec.ts',
  'packages/web/src/Shell.spec.tsx',
  'test/faults/a.whole.spec.ts',
];

let repository: Repository;
beforeEach(async () => {
  const others = ['event-schemas/generate.mjs', 'test/soak/rounds.spec.ts', 'packages/web/node_modules/a/a.spec.ts'];
  const known = JSON.stringify(Object.fromEntries(specs.map((spec) => [spec, { seconds: 1 }])));
  repository = await makeRepository({
    ...Object.fromEntries([...specs, ...others].map((file) => [file, ''])),
    [record]: known,
  });
});
afterEach(() => repository.remove());

const problems = () => problemsOfDurations(repository.path);

describe('the check of recorded durations', () => {
  it('passes with an entry for each spec, not counting the soak and npm packages', () => {
    expect(problems()).toEqual([]);
  });

  it('names a spec without an entry, and the command that adds it', async () => {
    await writeFile(join(repository.path, 'test/faults/new.spec.ts'), '');
    expect(problems()).toEqual([
      `${record} has no entry for test/faults/new.spec.ts`,
      'Add missing entries: npm test -- --record test/faults/new.spec.ts',
    ]);
  });

  it('names an entry without a spec', async () => {
    await rm(join(repository.path, specs[1] ?? ''));
    expect(problems()).toEqual([
      `${record} has an entry for packages/web/src/Shell.spec.tsx, which does not exist: remove it`,
    ]);
  });
});
