import { closeSync, readdirSync, readFileSync } from 'node:fs';

const closedOnStart = 0o2000000;
const firstAboveStreams = 3;

/**
 * Closes what this process has inherited open from the one that started it. Node's own descriptors end at the start of
 * another program; inherited ones would reach every test. Called before the process opens anything.
 */
export function closeInheritedDescriptors(): void {
  // Elsewhere, programs start with the descriptors alone that are meant for them.
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc/self/fd')) {
    const descriptor = Number(name);
    if (descriptor >= firstAboveStreams && isInherited(descriptor)) closeSync(descriptor);
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return flags !== '' && (Number.parseInt(flags, 8) & closedOnStart) === 0;
  } catch {
    // It was the descriptor of the listing itself.
    return false;
  }
}
