import { ownPaths, type RepositoryFiles } from './repositoryFiles.ts';
import { shellSteps } from './shellSteps.ts';

/** A command that a workflow of the repository runs. */
export type WorkflowCommand = { text: string; file: string; line: number };

export const workflowFile = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const most = 500;
const known = new WeakMap<RepositoryFiles, WorkflowCommand[]>();

/** @returns the commands of GitHub workflows, a line or a step of a line each, in their order */
export function workflowCommands(files: RepositoryFiles): readonly WorkflowCommand[] {
  const commands = known.get(files) ?? read(files).slice(0, most);
  known.set(files, commands);
  return commands;
}

function read(files: RepositoryFiles): WorkflowCommand[] {
  return ownPaths(files)
    .filter((path) => workflowFile.test(path))
    .flatMap((file) =>
      commandLines(files.texts.get(file) ?? '').flatMap(({ text, line }) =>
        (shellSteps(text) ?? [{ text }]).map((step) => ({ text: step.text, file, line })),
      ),
    );
}

function commandLines(workflow: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  let block: number | null = null;
  for (const [index, full] of workflow.split('\n').entries()) {
    const text = full.trim();
    const indent = full.length - full.trimStart().length;
    if (block !== null && (text === '' || indent > block)) {
      if (text !== '' && !text.startsWith('#')) found.push({ text, line: index + 1 });
      continue;
    }
    block = null;
    const run = /^(?:- )?run:\s*(.*)$/.exec(text);
    if (run?.[1] === undefined) continue;
    if (/^[|>][-+\d]*$/.test(run[1])) block = indent;
    else if (run[1] !== '') found.push({ text: run[1].replace(/^(["'])(.*)\1$/, '$2'), line: index + 1 });
  }
  return found;
}
