import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, lstat, mkdir, readFile, realpath, rename, rm, chmod as setMode, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decodeGitCredential } from '@assay/contract';
import { Headers, proxiesOf, type Response } from '@assay/proxies';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { agentFetch } from '../connection/agentFetch.ts';
import type { ProgressLog } from '../logs/progressLog.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { gitIn } from './gitCommands.ts';
import { type FoundCommit, type GitLimits, gitLimits, sizeOf } from './gitMirror.ts';

const mediaType = 'application/vnd.git-lfs+json';
const most = { pointerBytes: 1024, objectsPerRequest: 100, answerBytes: 4 * 1024 ** 2 };
const pointer = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\nsize (\d+)\n/;

type Pointer = { path: string; oid: string; size: number };

const Download = Type.Object({
  href: Type.String(),
  header: Type.Optional(Type.Record(Type.String(), Type.String())),
});
const BatchAnswer = Type.Object({
  objects: Type.Array(
    Type.Object({
      oid: Type.String(),
      actions: Type.Optional(Type.Object({ download: Type.Optional(Download) })),
      error: Type.Optional(Type.Object({ code: Type.Number() })),
    }),
  ),
});
type Download = Type.Static<typeof Download>;

/** The objects of a repository's files could not be fetched. */
class LfsUnavailable extends Error {}

/**
 * Replaces the pointers of Git LFS in a checkout by the files, before any test can reach it. They are fetched by http
 * with the batch API (git-lfs, docs/api/batch.md) and stored with the mirror. Where that fails, the pointers stay, as in
 * a clone without Git LFS, and the log names the reason.
 * @param gitUrl with the user and password that the project has
 * @param folder of the checkout
 * @throws UnitProblem git.tooLarge for more than 10 GiB
 */
export async function fetchLfsObjects(
  { mirror }: FoundCommit,
  gitUrl: string,
  folder: string,
  log: ProgressLog,
  signal: AbortSignal,
  limits: GitLimits = gitLimits,
): Promise<void> {
  const pointers = await pointersIn(folder, signal);
  if (pointers.length === 0) return;
  const bytes = pointers.reduce((sum, { size }) => sum + size, 0);
  if (bytes > limits.bytes) {
    throw new UnitProblem(
      'git.tooLarge',
      `The files of Git LFS have more than ${sizeOf(limits.bytes)}. Remove what the tests do not need.`,
    );
  }
  const store = join(mirror, 'lfs');
  const within = AbortSignal.any([signal, AbortSignal.timeout(limits.fetchMs)]);
  try {
    await fetchMissing(pointers, store, gitUrl, within);
    for (const each of pointers) await replace(folder, each, join(store, each.oid));
    await hideFromStatus(folder, pointers, signal);
    log.line(`Fetched ${pointers.length} files of Git LFS`);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof LfsUnavailable) && !within.aborted) throw error;
    const reason = error instanceof LfsUnavailable ? error.message : 'It took too long.';
    log.line(`${pointers.length} files of Git LFS are not fetched, so that tests see their pointers: ${reason}`);
  }
}

async function pointersIn(folder: string, signal: AbortSignal): Promise<Pointer[]> {
  const listed = await gitIn(folder, signal).raw(['ls-files', '-z', '--', ':(attr:filter=lfs)']);
  const root = await realpath(folder);
  const pointers: Pointer[] = [];
  // One at a time, and none of them by a synchronous call: there can be hundreds of thousands.
  for (const path of listed.split('\0')) {
    signal.throwIfAborted();
    const found = path === '' ? null : await pointerAt(root, path);
    if (found) pointers.push(found);
  }
  return pointers;
}

/** @returns null for what is no pointer, or lies behind a link */
async function pointerAt(root: string, path: string): Promise<Pointer | null> {
  const file = join(root, path);
  const found = await lstat(file).catch(() => null);
  if (!found?.isFile() || found.size > most.pointerBytes || (await realpath(file)) !== file) return null;
  const [, oid, size] = pointer.exec(await readFile(file, 'utf8')) ?? [];
  return oid === undefined ? null : { path, oid, size: Number(size) };
}

async function fetchMissing(
  pointers: readonly Pointer[],
  store: string,
  gitUrl: string,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(store, { recursive: true });
  const sizes = new Map(pointers.map(({ oid, size }) => [oid, size]));
  for (const [oid, size] of sizes)
    if ((await stat(join(store, oid)).catch(() => null))?.size === size) sizes.delete(oid);
  const missing = [...sizes].map(([oid, size]) => ({ oid, size }));
  const server = serverOf(gitUrl);
  for (let at = 0; at < missing.length; at += most.objectsPerRequest) {
    const wanted = missing.slice(at, at + most.objectsPerRequest);
    const downloads = await askFor(wanted, server, signal);
    for (const { oid, size } of wanted) {
      const download = downloads.get(oid);
      if (download === undefined) throw new LfsUnavailable('The server does not have all of them.');
      await fetchObject(oid, size, download, store, server, signal);
    }
  }
}

type Server = { url: string; authorization: string | null };

function serverOf(gitUrl: string): Server {
  if (!/^https?:\/\//i.test(gitUrl) || !URL.canParse(gitUrl))
    throw new LfsUnavailable('Their server is known for repositories by http and https only.');
  const url = new URL(gitUrl);
  const [user, password] = [url.username, url.password].map(decodeGitCredential);
  const authorization = user || password ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : null;
  const path = url.pathname.replace(/\/+$/, '').replace(/(?:\.git)?$/, '.git');
  return { url: `${url.origin}${path}/info/lfs/objects/batch`, authorization };
}

async function askFor(
  objects: readonly Omit<Pointer, 'path'>[],
  { url, authorization }: Server,
  signal: AbortSignal,
): Promise<Map<string, Download>> {
  const answer = await request(url, {
    method: 'POST',
    headers: { accept: mediaType, 'content-type': mediaType, ...(authorization ? { authorization } : {}) },
    body: JSON.stringify({ operation: 'download', transfers: ['basic'], hash_algo: 'sha256', objects }),
    // Another host must not get the password, and a GET has no body.
    redirect: 'error',
    signal,
  });
  const told = parsed(await textWithin(answer, most.answerBytes));
  if (!Value.Check(BatchAnswer, told)) throw new LfsUnavailable('The server gave an answer that is not of Git LFS.');
  return new Map(
    told.objects.flatMap(({ oid, actions }) => (actions?.download ? [[oid, actions.download] as const] : [])),
  );
}

async function fetchObject(
  oid: string,
  size: number,
  { href, header = {} }: Download,
  store: string,
  server: Server,
  signal: AbortSignal,
): Promise<void> {
  if (!URL.canParse(href)) throw new LfsUnavailable('The server gave an address that cannot be read.');
  const isSameServer = new URL(href).origin === new URL(server.url).origin;
  const headers = headersFrom(header);
  if (isSameServer && server.authorization && !headers.has('authorization'))
    headers.set('authorization', server.authorization);
  const answer = await request(href, { headers, signal });
  if (answer.body === null) throw new LfsUnavailable('The server sent no content.');
  // Of its own: another run of the project may fetch the same at once.
  const received = join(store, `${oid}.${randomUUID()}.part`);
  try {
    const body = Readable.fromWeb(answer.body as never).on('error', () => undefined);
    await pipeline(body, limitedTo(size), createWriteStream(received), { signal }).catch((error: unknown) => {
      if (error instanceof LfsUnavailable || body.errored === null) throw error;
      throw new LfsUnavailable('The server ended the transfer.', { cause: error });
    });
    const hash = createHash('sha256');
    await pipeline(createReadStream(received), hash, { signal });
    if ((await stat(received)).size !== size || hash.digest('hex') !== oid)
      throw new LfsUnavailable('The server sent another content than the repository names.');
    await rename(received, join(store, oid));
  } finally {
    await rm(received, { force: true });
  }
}

function headersFrom(header: Record<string, string>): Headers {
  try {
    return new Headers(header);
  } catch (error) {
    throw new LfsUnavailable('The server named headers that cannot be sent.', { cause: error });
  }
}

function limitedTo(size: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let left = size;
    for await (const chunk of chunks) {
      left -= chunk.length;
      if (left < 0) throw new LfsUnavailable('The server sent more than the repository names.');
      yield chunk;
    }
  };
}

async function request(url: string, options: Parameters<typeof agentFetch>[1]): Promise<Response> {
  const answer = await agentFetch(url, options).catch((error: unknown) => {
    throw new LfsUnavailable(`The server does not answer${proxiesOf(process.env).noteFor(url)}.`, { cause: error });
  });
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new LfsUnavailable(`The server answered with status ${answer.status}.`);
}

async function textWithin(answer: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) throw new LfsUnavailable('The server gave an answer that is too long.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function replace(folder: string, { path }: Pointer, object: string): Promise<void> {
  const file = join(folder, path);
  const { mode } = await lstat(file);
  const written = join(dirname(file), `.assay-${process.pid}.lfs`);
  await copyFile(object, written, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await setMode(written, mode);
  await rename(written, file);
}

/** As Git LFS would: the index has the pointers, and the files are no change. */
async function hideFromStatus(folder: string, pointers: readonly Pointer[], signal: AbortSignal): Promise<void> {
  const paths = pointers.map(({ path }) => `${path}\0`).join('');
  await gitIn(folder, signal).raw(['update-index', '--assume-unchanged', '-z', '--stdin'], paths);
}
