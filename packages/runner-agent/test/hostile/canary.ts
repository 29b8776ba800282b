import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ServiceMemory } from '../serviceMemory.ts';

/** O_NOATIME of Linux, which Node does not name: our own reading leaves no trace. */
const noAccessTime = 0o1000000;

/**
 * Files of the agent's user outside of everything that belongs to a test. In `closed` only that user may read; the rest
 * is readable by all, and must still not be shown as a file of the tests, or changed.
 */
export class Canary {
  readonly folder: string;
  /** The content of every file here. */
  readonly secret = `canary-${randomUUID()}`;
  #known: Map<string, string>;

  /** @param folder is made */
  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(join(folder, 'closed', 'folder'), { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    const result = `<testsuite name="s"><testcase classname="c" name="${this.secret}"/></testsuite>`;
    const spec = `it('${this.secret}', () => {});\n`;
    const contents: Record<string, string> = {
      'open.txt': `${this.secret}\n`,
      'results.xml': result,
      'node_modules/index.js': `// ${this.secret}\n`,
      'open.cy.js': spec,
      mvnw: `#!/bin/sh\n# ${this.secret}\n`,
      'closed/secret.txt': `${this.secret}\n`,
      'closed/results.xml': result,
      'closed/shot.png': this.secret,
      'closed/spec.cy.js': spec,
      'closed/secret.js': `${this.secret};\n`.repeat(9),
    };
    for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content, { mode: 0o644 });
    for (const name of Object.keys(contents)) if (name.startsWith('closed')) chmodSync(join(folder, name), 0o600);
    chmodSync(join(folder, 'closed'), 0o700);
    this.#state();
    this.#known = this.#state();
  }

  /** @returns the path of something in it */
  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** @returns what has been changed, read in `closed`, or received by the service since the last call. */
  findings(service: ServiceMemory, more: readonly string[] = []): string[] {
    const [before, now] = [this.#known, this.#state()];
    // As it is from here on, with the times that were just put back.
    this.#known = this.#state();
    const names = new Set([...before.keys(), ...now.keys()]);
    const changed = [...names].filter((name) => before.get(name) !== now.get(name));
    return [
      ...changed.map((name) => `${name}: ${before.get(name) ?? 'nothing'} → ${now.get(name) ?? 'nothing'}`),
      ...leaks(this.secret, service, more),
    ];
  }

  /** Content, mode, owner, times and entries of all that is in it; then every access time is put back. */
  #state(): Map<string, string> {
    const state = new Map<string, string>();
    const visit = (name: string) => {
      const path = join(this.folder, name);
      const { mode, uid, gid, nlink, size, mtimeMs, atimeMs } = lstatSync(path);
      const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR;
      const isFile = (mode & constants.S_IFMT) === constants.S_IFREG;
      const facts: Record<string, unknown> = { mode: mode.toString(8), uid, gid, mtimeMs };
      if (isFile) Object.assign(facts, { nlink, size, hash: hashOf(path) });
      // Tests may read the open ones themselves.
      if (name.startsWith('closed') && atimeMs > neverMs) facts.read = true;
      const entries = isFolder ? readdirSync(path).sort() : [];
      if (isFolder) facts.entries = entries;
      state.set(name, JSON.stringify(facts));
      for (const entry of entries) visit(join(name, entry));
      if (isFile || isFolder) utimesSync(path, new Date(neverMs), new Date(plantedMs));
    };
    visit('');
    return state;
  }
}

/** Before every change, so that the system records the first access. */
const neverMs = 1000;
const plantedMs = 1_600_000_000_000;

/** @returns where the service has received a text, as it is or in base64 */
export function leaks(text: string, service: ServiceMemory, more: readonly string[] = []): string[] {
  const forms = [text, Buffer.from(text).toString('base64').slice(0, -4)];
  const holds = (content: string) => forms.some((form) => content.includes(form));
  const places: [string, string][] = [
    ...[...service.units.values()].map(({ assignment, events, problem }): [string, string] => [
      `events of ${assignment.leaseId}`,
      JSON.stringify({ events, problem }),
    ]),
    ...[...service.logs].map(([name, log]): [string, string] => [`log ${name}`, log]),
    ...[...service.lists].map(([run, list]): [string, string] => [`list of ${run}`, JSON.stringify(list)]),
    ...[...service.trials].map(([lease, report]): [string, string] => [`trial ${lease}`, JSON.stringify(report)]),
    ...[...service.blobs].map(([id, bytes]): [string, string] => [`blob ${id}`, bytes.toString('latin1')]),
    ...more.map((output, index): [string, string] => [`output ${index} of the agent`, output]),
  ];
  return places.flatMap(([place, content]) => (holds(content) ? [`${place} holds ${text.slice(0, 6)}…`] : []));
}

function hashOf(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | noAccessTime);
  try {
    return createHash('sha256').update(readFileSync(descriptor)).digest('hex').slice(0, 12);
  } finally {
    closeSync(descriptor);
  }
}
