import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { patienceMs } from '../../../test/support/patience.ts';

export const npm = (args: string[], options: { cwd: string }) =>
  promisify(execFile)('npm', args, { ...options, timeout: patienceMs });

/** The files of the package. */
export const greeterFiles = {
  'package.json': JSON.stringify({ name: 'greeter', version: '1.0.0', type: 'module', exports: './a.js' }),
  'a.js': "export const greeting = 'good day';",
};

/** Serves one package by http, as a registry does: an archive that npm has made. */
export class PackageServer {
  downloads = 0;
  readonly #server = createServer((request, response) => {
    if (!request.url?.endsWith('.tgz')) {
      const version = { name: 'greeter', version: '1.0.0', dist: { tarball: this.url } };
      response.end(
        JSON.stringify({ name: 'greeter', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
      );
      return;
    }
    this.downloads += 1;
    response.end(this.#archive);
  });
  #archive = Buffer.alloc(0);

  /** @param folder in which the package is made */
  async listen(folder: string): Promise<void> {
    const sources = join(folder, 'greeter');
    mkdirSync(sources);
    for (const [name, text] of Object.entries(greeterFiles)) writeFileSync(join(sources, name), text);
    await npm(['pack', '--silent'], { cwd: sources });
    this.#archive = readFileSync(join(sources, 'greeter-1.0.0.tgz'));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** Of the package's archive. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/greeter-1.0.0.tgz`;
  }

  get registry(): string {
    return new URL('/', this.url).href;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
