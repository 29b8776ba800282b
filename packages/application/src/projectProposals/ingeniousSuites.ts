import { baseOf, folderOf, isIn, nearest, ownPaths } from './repositoryFiles.ts';
import { certain, type SuiteDetector, suiteOf, toCheck } from './suite.ts';

/** Ingenious: folders with a test plan and a test lab, whose sets of a release it runs by command. */
export const ingeniousSuites: SuiteDetector = (files) => {
  const paths = ownPaths(files);
  const sets = paths.filter((path) => /(^|\/)TestLab\/[^/]+\/[^/]+\.csv$/.test(path));
  const folders = [...new Set(sets.map((path) => folderOf(folderOf(folderOf(path)))))];
  return nearest(files, folders, (folder) => folder)
    .filter((folder) => paths.some((path) => isIn(folder === '' ? 'TestPlan' : `${folder}/TestPlan`, path)))
    .map((folder) => {
      const own = sets.filter((path) => isIn(folder, path));
      const [first = ''] = own;
      const release = baseOf(folderOf(first));
      const testCommand = `./Run.command -run -project_location "${folder || '.'}" -release "${release}" -testset "${baseOf(first).replace(/\.csv$/, '')}"`;
      const results = `${folder === '' ? '' : `${folder}/`}Results/**/*.xml`;
      return suiteOf(
        '',
        'Ingenious',
        { testCommand, resultFiles: [results] },
        [
          certain('testingFramework', 'A test plan and a test lab of Ingenious', { file: first }),
          toCheck('testCommand', 'Runs the first test set; name the others likewise', { file: first }),
          toCheck('resultFiles', 'Where Ingenious keeps its results'),
        ],
        paths.filter((path) => /^(?=.*\.csv$)(.*\/)?TestPlan\//.test(path) && isIn(folder, path)),
      );
    });
};
