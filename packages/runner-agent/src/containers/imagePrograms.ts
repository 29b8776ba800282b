import { programs } from '../process/processHost.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { askEngine, EngineAwayError, engineFailure } from './containerEngine.ts';
import { type ContainerKind, removeArguments } from './containerProcess.ts';
import { runArguments } from './runArguments.ts';

/** What an image offers to tests. */
export type ImagePrograms = {
  /** Its PATH. */
  path: string;
  /** Paths of the programs that the agent may look for, as found in PATH. */
  found: ReadonlySet<string>;
  /** Whether the agent's own Node runs in it, at `lentNode`. */
  agentNode: boolean;
};

/** Where a container has the agent's Node. At its path on the machine it would hide the image's own. */
export const lentNode = '/assay-node';

const answerWithinMs = 120_000;
/** Each answer is on its own line, whatever else an image prints. */
const script = `printf 'assay-path %s\\n' "$PATH"
IFS=:
for folder in $PATH; do
  for name in ${programs.join(' ')}; do
    if [ -x "$folder/$name" ]; then printf 'assay-program %s\\n' "$folder/$name"; fi
  done
done
if [ -n "$1" ] && "$1" --version >/dev/null 2>&1; then printf 'assay-node\\n'; fi
`;

/**
 * Inspects an image in a container with the same user and rights as tests have.
 * @param lent whether `lentNode` is mounted in it
 * @throws UnitProblem image.unusable, EngineAwayError
 */
export async function imagePrograms(
  kind: Omit<ContainerKind, 'folder'>,
  name: string,
  lent: boolean,
): Promise<ImagePrograms> {
  const command = ['-c', script, 'sh', lent ? lentNode : ''];
  const args = runArguments(kind.engine, { ...kind, name, directory: '/', command });
  const said = await askEngine(kind.engine.command, args, process.env, answerWithinMs);
  const answers = (what: string) =>
    said.out.split('\n').flatMap((line) => (line.startsWith(`${what} `) ? [line.slice(what.length + 1)] : []));
  const [path] = answers('assay-path');
  if (said.failed || path === undefined) {
    // A container whose client was killed for its silence may still exist.
    await askEngine(kind.engine.command, removeArguments(name), process.env, answerWithinMs);
    const away = await engineFailure(kind.engine);
    if (away !== null) {
      kind.onAway(name);
      throw new EngineAwayError(away);
    }
    // Docker's client appends a hint to its help.
    const words = said.err.trim().split('\n')[0];
    throw new UnitProblem(
      'image.unusable',
      `No container could be started from the image ${kind.image}: ${words}. Assay needs a shell (sh) in the image.`,
    );
  }
  const found = new Set(answers('assay-program'));
  return { path, found, agentNode: said.out.split('\n').includes('assay-node') };
}
