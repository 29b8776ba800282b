import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packFolder } from '@assay/archives';
import { askEngine, type ContainerEngine, type EngineAnswer } from './containerEngine.ts';
import { removeArguments } from './containerProcess.ts';
import { type ContainerOrder, runArguments } from './runArguments.ts';

/** Made here, because it must be there without a registry. It stays: it has 200 bytes. */
export const startCheckImage = 'localhost/assay-start-check:1';
const answerWithinMs = 60_000;
const startAddress = 0x400000n;

/**
 * Starts the smallest possible container with the options that tests get. An engine within a container or a confined
 * machine may answer and list, and yet may not start anything.
 * @param folder of the agent
 * @returns why it cannot start containers; null where it can
 */
export async function startFailure(
  engine: ContainerEngine,
  order: Omit<ContainerOrder, 'name' | 'image' | 'mounts' | 'directory' | 'command'>,
  folder: string,
): Promise<string | null> {
  const ask = (...args: string[]) => askEngine(engine.command, args, process.env, answerWithinMs);
  if ((await ask('image', 'inspect', '--format', '{{.Id}}', startCheckImage)).failed) {
    const made = await importImage(folder, ask);
    if (made.failed) return failureOf(engine, made);
  }
  const name = `assay-${randomUUID()}`;
  const said = await ask(
    ...runArguments(engine, {
      ...order,
      name,
      image: startCheckImage,
      mounts: [],
      directory: '/',
      command: ['-c', ''],
    }),
  );
  // Its program is for one kind of processor; an engine that got as far as to find that out has started a container.
  if (!said.failed || /exec format error/i.test(said.err)) return null;
  // A client that was killed for its silence, or a container that was created and could not start.
  await ask(...removeArguments(name));
  return failureOf(engine, said);
}

function failureOf({ name, version }: ContainerEngine, { err }: EngineAnswer): string {
  // Docker's client appends a hint to its help.
  const reason = err.trim().split('\n')[0] || 'it does not say why';
  return `${name} ${version} answers, but cannot start containers (${reason.slice(0, 300)})`;
}

async function importImage(folder: string, ask: (...args: string[]) => Promise<EngineAnswer>): Promise<EngineAnswer> {
  const made = await mkdtemp(join(folder, 'start-check-'));
  try {
    await mkdir(join(made, 'root', 'bin'), { recursive: true });
    await writeFile(join(made, 'root', 'bin', 'sh'), endingProgram(process.arch), { mode: 0o755 });
    const archive = join(made, 'image.tar.gz');
    await packFolder(join(made, 'root'), archive);
    return await ask('import', archive, startCheckImage);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** @returns a program for Linux that needs no libraries and ends at once with exit code 0. */
export function endingProgram(arch: string): Buffer {
  const isArm = arch === 'arm64';
  const code = isArm
    ? // mov x8, #93; mov x0, #0; svc #0
      Buffer.from('a80b80d2000080d2010000d4', 'hex')
    : // mov eax, 60; xor edi, edi; syscall
      Buffer.from('b83c00000031ff0f05', 'hex');
  const headerSize = 64;
  const segmentSize = 56;
  const codeAt = headerSize + segmentSize;
  const program = Buffer.alloc(codeAt + code.length);
  // The ELF header: 64 bits, little endian, executable, one segment.
  program.write('\x7fELF\x02\x01\x01', 'latin1');
  program.writeUInt16LE(2, 16);
  program.writeUInt16LE(isArm ? 183 : 62, 18);
  program.writeUInt32LE(1, 20);
  program.writeBigUInt64LE(startAddress + BigInt(codeAt), 24);
  program.writeBigUInt64LE(BigInt(headerSize), 32);
  program.writeUInt16LE(headerSize, 52);
  program.writeUInt16LE(segmentSize, 54);
  program.writeUInt16LE(1, 56);
  // The segment: all of the file, to be read and executed.
  program.writeUInt32LE(1, headerSize);
  program.writeUInt32LE(5, headerSize + 4);
  program.writeBigUInt64LE(startAddress, headerSize + 16);
  program.writeBigUInt64LE(startAddress, headerSize + 24);
  program.writeBigUInt64LE(BigInt(program.length), headerSize + 32);
  program.writeBigUInt64LE(BigInt(program.length), headerSize + 40);
  program.writeBigUInt64LE(0x1000n, headerSize + 48);
  code.copy(program, codeAt);
  return program;
}
