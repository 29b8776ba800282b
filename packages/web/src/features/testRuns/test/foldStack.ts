/** Part of a stack trace: a line to show, or frames of a package, folded under its name. */
export type StackPiece = { kind: 'line'; text: string } | { kind: 'folded'; owner: string; frames: readonly string[] };

const frame = /^\s*(at\s|File ")/;

/** Folds consecutive frames outside the project: under node_modules, site-packages, or of the runtime. */
export function foldStack(stack: string): StackPiece[] {
  const pieces: StackPiece[] = [];
  let folded: { owners: Set<string>; frames: string[] } | null = null;
  const close = () => {
    if (folded) pieces.push({ kind: 'folded', owner: [...folded.owners].join(', '), frames: folded.frames });
    folded = null;
  };
  for (const line of stack.split('\n')) {
    const owner = frame.test(line) ? ownerOf(line) : null;
    if (owner === null) {
      close();
      pieces.push({ kind: 'line', text: line });
    } else {
      folded ??= { owners: new Set(), frames: [] };
      folded.owners.add(owner);
      folded.frames.push(line);
    }
  }
  close();
  return pieces;
}

/** @returns the package a frame belongs to, or null for the project's own. */
function ownerOf(line: string): string | null {
  const path = line.replaceAll('\\', '/');
  const npm = [...path.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1)?.[1];
  if (npm) return npm;
  const python = /site-packages\/([^/]+)/.exec(path)?.[1];
  if (python) return python;
  return /\(?node:|internal\/process|\(<anonymous>\)$|^\s*at (new )?(Promise|Array|Object)\.?\S* \(<anonymous>\)/.test(
    path,
  )
    ? 'node'
    : null;
}
