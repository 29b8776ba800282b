import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

const sources = join(import.meta.dirname, '..');

describe('things that the master key wraps', () => {
  it('are stored by way of openWrappedThings only, which a rotation knows', async () => {
    const files = (await readdir(sources, { recursive: true })).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith(`keys${sep}`),
    );
    expect(files.length).toBeGreaterThan(50);
    const direct: string[] = [];
    for (const name of files) {
      const text = await readFile(join(sources, name), 'utf8');
      if (/\/masterKey\.ts'|\.(un)?wrap\(/.test(text)) direct.push(name);
    }
    expect(direct).toEqual([]);
  });
});
