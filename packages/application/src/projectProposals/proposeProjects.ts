import type { ProjectProposal } from '@assay/contract';
import { commandSuites } from './commandSuites.ts';
import { cucumberSuites } from './cucumberSuites.ts';
import { cypressSuites } from './cypressSuites.ts';
import { ingeniousSuites } from './ingeniousSuites.ts';
import { nightwatchSuites } from './nightwatchSuites.ts';
import { nunitSuites } from './nunitSuites.ts';
import { playwrightSuites } from './playwrightSuites.ts';
import { proposedRuntimes } from './proposedRuntimes.ts';
import { pytestSuites } from './pytestSuites.ts';
import { baseOf, type RepositoryFiles } from './repositoryFiles.ts';
import { certain, type Suite, type SuiteDetector, toCheck } from './suite.ts';
import { testngSuites } from './testngSuites.ts';
import { unknownSuites } from './unknownSuites.ts';
import { webdriverioSuites } from './webdriverioSuites.ts';

const detectors: readonly SuiteDetector[] = [
  playwrightSuites,
  cypressSuites,
  webdriverioSuites,
  nightwatchSuites,
  cucumberSuites,
  pytestSuites,
  testngSuites,
  nunitSuites,
  ingeniousSuites,
  commandSuites,
];
const most = 30;
const shownFiles = 12;

/**
 * @param repository its name, from which projects get theirs
 * @returns the projects that a repository would make, one per suite, the likeliest first: whole frameworks before
 * commands, those nearest to the root and with the most tests before others, examples last
 */
export function proposeProjects(files: RepositoryFiles, repository: string): ProjectProposal[] {
  const found = detectors.flatMap((detect) => detect(files));
  const suites = (found.length > 0 ? found : unknownSuites(files)).sort(byLikelihood).slice(0, most);
  return suites.map((suite) => ({
    name: nameOf(suite, suites, repository),
    settings: suite.settings,
    findings: [placeOf(suite, suites), ...suite.findings],
    runtimes: proposedRuntimes(files, suite),
    testFiles: { count: suite.testFiles.length, first: suite.testFiles.slice(0, shownFiles) },
  }));
}

function byLikelihood(a: Suite, b: Suite): number {
  return (
    Number(isExample(a)) - Number(isExample(b)) ||
    Number(a.settings.testingFramework === 'Other') - Number(b.settings.testingFramework === 'Other') ||
    depth(a) - depth(b) ||
    b.testFiles.length - a.testFiles.length ||
    a.folder.localeCompare(b.folder)
  );
}

function isExample({ folder }: Suite): boolean {
  return /(^|\/)(examples?|samples?|demos?|playgrounds?)(\/|$)/i.test(folder);
}

function depth({ folder }: Suite): number {
  return folder === '' ? 0 : folder.split('/').length;
}

function placeOf({ folder }: Suite, suites: readonly Suite[]) {
  const places = new Set(suites.map((suite) => suite.folder));
  if (places.size > 1) return toCheck('workingDirectory', `Tests are in ${places.size} places`);
  return certain('workingDirectory', folder === '' ? 'The tests are at the root' : 'The only place with tests');
}

/** Suites of one repository are told apart by their folder, and in one folder by their framework. */
function nameOf(suite: Suite, suites: readonly Suite[], repository: string): string {
  const others = suites.filter((other) => other !== suite);
  if (others.length === 0) return repository;
  const { testingFramework, otherFramework } = suite.settings;
  const framework = otherFramework ?? testingFramework;
  const shared = others.some(({ folder }) => folder === suite.folder);
  const sameEnd = others.some(({ folder }) => folder !== suite.folder && baseOf(folder) === baseOf(suite.folder));
  const place = sameEnd ? suite.folder : baseOf(suite.folder);
  return [repository, place, shared ? framework : '']
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, 100);
}
