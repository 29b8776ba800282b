import { settingsOfPreset } from '@assay/contract';
import { baseOf, folderOf, isIn, lineOf, nearest, ownPaths, type RepositoryFiles } from './repositoryFiles.ts';
import { certain, type Suite, suiteOf, toCheck } from './suite.ts';

const testFile = /((^|[/._])test)\.[cm]?[jt]sx?$/;

/** Tests of Deno: folders with its config file. */
export function denoSuites(files: RepositoryFiles): Suite[] {
  const configs = ownPaths(files).filter((path) => /^deno\.jsonc?$/.test(baseOf(path)));
  const folders = configs.map(folderOf);
  return nearest(files, configs, folderOf).flatMap((file) => {
    const folder = folderOf(file);
    // Members of a workspace are tested from its root.
    if (folders.some((other) => other !== folder && isIn(other, `${folder}/`))) return [];
    const text = files.texts.get(file) ?? '';
    const tests = ownPaths(files).filter((path) => isIn(folder, path) && testFile.test(path));
    const task = /"(test(?:[:.-]\w+)?)"\s*:\s*"((?:[^"\\]|\\.){0,300}\bdeno test\b(?:[^"\\&|;]|\\.){0,300})"/.exec(
      text,
    );
    const bare = ownPaths(files).some((path) => path === (folder === '' ? 'package.json' : `${folder}/package.json`));
    if (tests.length === 0 || (bare && !task)) return [];
    const preset = settingsOfPreset('deno');
    const line = task ? lineOf(text, `"${task[1]}"`) : null;
    return [
      suiteOf(
        folder,
        'Other',
        { ...preset, testCommand: task ? `deno task ${task[1]} --junit-path=deno.xml` : preset.testCommand },
        [
          certain('testingFramework', `${baseOf(file)} configures Deno`, { file, line }),
          task
            ? toCheck('testCommand', `The task ${task[1]}, with a report added`, { file, line })
            : toCheck('testCommand', 'Tests may do everything: no task says what they need'),
          certain('installCommand', 'Deno fetches what it needs itself'),
          toCheck('resultFiles', 'Where Deno writes JUnit XML'),
        ],
        tests,
      ),
    ];
  });
}
