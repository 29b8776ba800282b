import { nodeInstallFinding, nodePackages } from './nodePackages.ts';
import { scriptsInCi } from './packageRunners.ts';
import { lineOf, ownPaths, type RepositoryFiles } from './repositoryFiles.ts';
import { type Suite, suiteOf, toCheck } from './suite.ts';
import { workflowCommands } from './workflows.ts';

type Command = { command: string; why: string; place: { file: string; line: number | null } };

/** @returns the command by which the root runs tests of an unknown framework; it has to write JUnit XML */
export function unknownSuites(files: RepositoryFiles): Suite[] {
  const found = scriptCommand(files) ?? makeCommand(files) ?? workflowCommand(files);
  if (!found) return [];
  const { command, why, place } = found;
  const isNode = command === 'npm test';
  return [
    suiteOf(
      '',
      'Other',
      {
        otherFramework: command.slice(0, 50),
        testCommand: command,
        resultFiles: ['**/junit*.xml', '**/{reports,results,test-results}/**/*.xml'],
      },
      [
        toCheck('testingFramework', 'Which framework it is could not be seen', place),
        toCheck('testCommand', why, place),
        toCheck('resultFiles', 'Has to write JUnit XML; these are its usual places'),
        isNode ? nodeInstallFinding(files, '') : toCheck('installCommand', 'Nothing is installed before the command'),
      ],
      [],
    ),
  ];
}

function scriptCommand(files: RepositoryFiles): Command | null {
  const own = nodePackages(files).find(({ folder }) => folder === '');
  const script = own?.scripts.test;
  if (!own || script === undefined || /no test specified/.test(script)) return null;
  const inCi = scriptsInCi(files, own).get('test');
  const why = inCi ? `The script test, run by ${inCi.file}:${inCi.line}` : 'The script test';
  return { command: 'npm test', why, place: { file: own.path, line: lineOf(own.text, '"test"') } };
}

function makeCommand(files: RepositoryFiles): Command | null {
  if (!ownPaths(files).includes('Makefile')) return null;
  const text = files.texts.get('Makefile') ?? '';
  const inCi = workflowCommands(files).find((each) => /^make [\w-]*(test|check)[\w-]*$/.test(each.text));
  for (const target of [inCi?.text.slice('make '.length), 'test', 'tests', 'check', 'unit-test']) {
    const line = target === undefined ? null : lineOf(text, new RegExp(`^${target}:(?!=)`, 'm'));
    if (line === null) continue;
    const ran = inCi?.text === `make ${target}` ? `, run by ${inCi.file}:${inCi.line}` : '';
    return { command: `make ${target}`, why: `The target ${target}${ran}`, place: { file: 'Makefile', line } };
  }
  return null;
}

/** Such as `cargo test`, `mix test`, `./run-tests.sh`. */
function workflowCommand(files: RepositoryFiles): Command | null {
  const found = workflowCommands(files).find(
    ({ text }) =>
      text.length <= 200 &&
      /^(\.\/|[\w-]+ )[\w./ :=-]*\b(tests?|ctest|spec)\b[\w./ :=-]*$/.test(text) &&
      !/^(npm|pnpm|yarn|echo|cd|pip|python|apt|sudo|mkdir|cp|mv|rm|git|cat|ls|export)\b/.test(text),
  );
  return found ? { command: found.text, why: 'A workflow runs it', place: found } : null;
}
