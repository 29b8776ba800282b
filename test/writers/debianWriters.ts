import { counted, type Writer } from './writer.ts';

const outside = '(outside of any test)';

type Rest = Pick<Writer, 'command' | 'reports' | 'titles' | 'hides' | 'console'> & Partial<Writer>;

/** A tool from Debian, in the version that the machine's release has. */
function debian(name: string, packages: readonly string[], sample: string, rest: Rest): Writer {
  return { name, install: { debian: packages }, sample, exitCode: 1, fails: true, ...rest };
}

const shell = (command: string) => ['sh', '-c', command];
/** With the exit code of the first command, whose output is the console. */
const thenWrite = (command: string, report: string) => shell(`${command}; code=$?; ${report}; exit $code`);

const pytestTitles = [
  ...['test_adds', 'test_pays', 'test_is_skipped', 'test_is_expected_to_fail', 'test_passes_unexpectedly'],
  ...['test_passes_against_odds', 'test_prints', 'test_costs[1]', 'test_costs[2]', '<angles>', 'test_is_nested'],
  ...['test_has_a_failed_set_up', 'test_has_a_failed_tear_down'],
];
const phpunitTitles = [
  ...['testAdds', 'testPays', 'testIsSkipped', 'testShipsLater', 'testBreaks', 'testIsRisky', 'testPrints'],
  ...['testCosts with data set #0', '<angles>', 'testNeverStarts', 'testIsCounted'],
];
const phpunitCounts = counted({
  failed: /(?<=^Tests: .*)(?:Errors|Failures): (\d+)/m,
  skipped: /(?<=^Tests: .*)(?:Skipped|Incomplete|Risky): (\d+)/m,
});
const goTitles = [
  ...['TestAdds', 'TestPays', 'TestIsSkipped', 'TestPrints', 'TestCosts', 'TestCosts/1', 'TestCosts/2', '<angles>'],
  ...['TestGroup', 'TestGroup/deep', 'TestGroup/deep/is_nested', 'TestHasAFailedTearDown'],
];
const goCounts = counted({ passed: /^ *--- (PASS)/m, failed: /^ *--- (FAIL)/m, skipped: /^ *--- (SKIP)/m });
const brokenPackage = { because: 'a package that does not compile is no test on the console', counts: { failed: 1 } };
const rspecTitles = [
  ...['adds', 'pays', 'is skipped', 'is to be written', 'is skipped with a reason', 'is expected to fail'],
  ...['passes unexpectedly', 'has "quotes" & <angles>', 'has an equal', 'has an equal', 'costs 1', 'costs 2'],
  ...['is nested', 'has a failed set-up', 'has a failed tear-down', 'never starts', 'is counted'],
];
const rspecCounts = counted({
  failed: /(?<=^\d+ examples, )(\d+) failures/m,
  skipped: /(?<=^\d+ examples,.* )(\d+) pending/m,
});
const behaveTitles = [
  ...['adds', 'pays', 'has an undefined step', 'is skipped', 'has "quotes" & <angles>', 'costs', 'costs'],
  'has a failed set-up',
];
const behaveCounts = counted({
  passed: /^(\d+) scenarios passed/m,
  failed: /^\d+ scenarios passed, (\d+) failed/m,
  skipped: /^\d+ scenarios.* (\d+) skipped/m,
});
const perlTitles = [
  ...['adds', 'pays', 'ships later', 'passes unexpectedly', 'has "quotes" & <angles>'],
  ...['has an equal', 'has an equal', 'costs 1', 'costs 2'],
];
const luaTitles = [
  'testAdds',
  'testPays',
  'testPrints',
  'testBreaks',
  'testIsSuccess',
  'testFailedSetUp',
  'testFailedTearDown',
];
const luaCounts = counted({
  passed: /^# Ran \d+ tests .* (\d+) success/m,
  failed: /(?<=^# Ran .* )(\d+) (?:failures?|errors?)/m,
  skipped: /(?<=^# Ran .* )(\d+) skipped/m,
});

/** Tools of other languages, from Debian. */
export const debianWriters: readonly Writer[] = [
  debian('pytest junitxml', ['python3-pytest'], 'pytest', {
    command: shell('/usr/bin/pytest-3 -p no:cacheprovider --continue-on-collection-errors --junitxml=report.xml'),
    reports: ['report.xml'],
    console: counted({
      passed: /(?<=^=+ .*)\b(\d+) (?:passed|xpassed)/m,
      failed: /(?<=^=+ .*)\b(\d+) (?:failed|errors?)/m,
      skipped: /(?<=^=+ .*)\b(\d+) (?:skipped|xfailed)/m,
    }),
    titles: pytestTitles,
    hides: 'that a passed test was expected to fail',
    differences: [
      { because: 'a test whose tear-down failed has passed on the console as well', counts: { passed: -1 } },
      {
        because: 'a module that cannot be imported is a test by its name, on the console as well',
        added: ['test_broken'],
      },
    ],
  }),
  debian('unittest-xml-reporting', ['python3-xmlrunner'], 'unittest', {
    command: ['/usr/bin/python3', '-m', 'xmlrunner', '-o', 'report'],
    reports: ['report/*.xml'],
    console: counted({
      failed: /(?<!expected )(?:failures|errors|unexpected successes)=(\d+)/,
      skipped: /(?:skipped|expected failures)=(\d+)/,
    }),
    titles: [
      ...['test_adds', 'test_pays', 'test_is_skipped', 'test_is_expected_to_fail', 'test_passes_unexpectedly'],
      ...['test_costs (price=2)', 'test_is_counted'],
    ],
    hides: 'subtests that passed, and the test around them where one failed',
    differences: [
      { because: 'failed hooks of classes are tests, on the console as well', added: ['setUpClass', 'tearDownClass'] },
    ],
  }),
  debian('PHPUnit junit', ['phpunit'], 'phpunit', {
    command: shell('phpunit --log-junit report.xml .'),
    exitCode: 2,
    reports: ['report.xml'],
    console: phpunitCounts,
    titles: phpunitTitles,
    hides: 'reasons of skips; that risky tests are not failures, except by their type',
    differences: [
      { because: 'a failed hook of a class is a test, on the console as well', added: ['tearDownAfterClass'] },
    ],
  }),
  debian('PHPUnit teamcity', ['phpunit'], 'phpunit', {
    command: shell('phpunit --log-teamcity report.txt .'),
    exitCode: 2,
    reports: ['report.txt'],
    console: phpunitCounts,
    titles: phpunitTitles,
    hides: 'that risky tests are not failures',
    differences: [
      { because: 'a risky test has failed', counts: { failed: 1, skipped: -1 } },
      { because: 'a failed hook of a class is a test, on the console as well', added: ['tearDownAfterClass'] },
    ],
  }),
  debian('go test -json', ['golang-go'], 'go', {
    command: thenWrite('go test -v ./...', 'go test -json ./... > report.json 2>&1'),
    exitCode: 2,
    reports: ['report.json'],
    console: goCounts,
    titles: goTitles,
    hides: null,
    differences: [{ ...brokenPackage, added: [outside] }],
  }),
  debian('gotestsum', ['gotestsum', 'golang-go'], 'go', {
    command: thenWrite('go test -v ./...', 'gotestsum --junitfile report.xml ./... > other 2>&1'),
    exitCode: 2,
    reports: ['report.xml'],
    console: goCounts,
    titles: goTitles,
    hides: 'a package that does not compile, except in the counts of the whole',
  }),
  debian('RSpec json', ['ruby-rspec'], 'rspec', {
    command: shell('rspec -f progress -f json -o report.json .'),
    reports: ['report.json'],
    console: rspecCounts,
    titles: rspecTitles,
    hides: 'which group an error outside of examples belongs to',
    differences: [
      { because: 'an error outside of examples is counted apart', counts: { failed: 1 }, added: [outside] },
    ],
  }),
  debian('RspecJunitFormatter', ['ruby-rspec', 'ruby-rspec-junit-formatter'], 'rspec', {
    command: shell('rspec -f progress -r rspec_junit_formatter -f RspecJunitFormatter -o report.xml .'),
    reports: ['report.xml'],
    console: rspecCounts,
    titles: rspecTitles,
    hides: 'errors outside of examples; reasons of skips',
  }),
  debian('behave junit', ['python3-behave'], 'behave', {
    command: shell('behave --junit --junit-directory report'),
    reports: ['report/*.xml'],
    console: behaveCounts,
    titles: behaveTitles,
    hides: 'the table of an example: outlines are called by their place in it',
  }),
  debian('behave json', ['python3-behave'], 'behave', {
    command: shell('behave -f json -o report.json -f progress'),
    reports: ['report.json'],
    console: behaveCounts,
    titles: behaveTitles,
    hides: 'failures of hooks',
  }),
  debian('CTest junit', ['cmake'], 'ctest', {
    command: shell('cmake -S . -B build && cd build && ctest --output-junit ../report.xml'),
    exitCode: 8,
    reports: ['report.xml'],
    console: counted({ failed: /(\d+) tests failed out of/, skipped: /- \w+ \((Skipped|Disabled)\)/ }),
    titles: [
      ...['adds', 'pays', 'is_skipped', 'is_disabled', 'times_out', 'is_expected_to_fail', 'passes_unexpectedly'],
      ...['set_up', 'never_starts', 'is_missing'],
    ],
    hides: 'that a test timed out',
  }),
  debian('busted junit', ['lua-busted'], 'busted', {
    command: thenWrite('busted -o plainTerminal .', 'busted -o junit -Xoutput report.xml . > other 2>&1'),
    reports: ['report.xml'],
    console: counted({
      passed: /^(\d+) success/m,
      failed: /(?<=^\d+ success.*)\b(\d+) (?:failures?|errors?)/m,
      skipped: /(?<=^\d+ success.*)\b(\d+) pending/m,
    }),
    titles: [
      ...['adds', 'pays', 'is pending', 'ships later', 'prints', 'has "quotes" & <angles>', 'breaks'],
      ...['costs 1', 'costs 2', 'is nested', 'has a failed tear-down', 'is counted'],
    ],
    hides: 'which group a failed hook belongs to; tests behind one',
    differences: [
      {
        because: 'hooks and files that failed are failures outside, and errors on the console',
        added: [outside, outside, outside, outside, outside],
      },
    ],
  }),
  debian("Perl's Test::More", ['perl'], 'perl', {
    command: shell('perl t/cart.t > report.tap; code=$?; cat report.tap; exit $code'),
    exitCode: 2,
    reports: ['report.tap'],
    console: counted({ passed: /^(ok) (?!.*#)/m, failed: /^(not ok) (?!.*#)/m, skipped: /^(?:not )?(ok) .*#/m }),
    titles: [...perlTitles, 'is nested', 'fails inside', 'test 3'],
    hides: 'names of skipped tests',
    differences: [{ because: 'a test with subtests is a group of these', counts: { passed: 1 } }],
  }),
  debian('TAP::Formatter::JUnit', ['libtap-formatter-junit-perl'], 'perl', {
    command: thenWrite('prove t', 'prove --formatter TAP::Formatter::JUnit t > report.xml 2> other'),
    reports: ['report.xml'],
    console: () => ({}),
    titles: [...perlTitles, 'group', '3', 'is counted'],
    hides: 'that a test is skipped: it passed, without a name; subtests; files that are skipped as a whole',
    differences: [{ because: 'a script that ended with an error failed as a whole', added: [outside, outside] }],
  }),
  debian('LuaUnit junit', ['lua-unit', 'lua5.3'], 'luaunit', {
    command: shell('lua5.3 cart.lua -o junit -n report'),
    exitCode: 4,
    reports: ['report.xml'],
    console: luaCounts,
    titles: [...luaTitles, 'testIsSkipped'],
    hides: 'files',
  }),
  debian('LuaUnit tap', ['lua-unit', 'lua5.3'], 'luaunit', {
    command: shell('lua5.3 cart.lua -o tap > report.tap; code=$?; cat report.tap; exit $code'),
    exitCode: 4,
    reports: ['report.tap'],
    console: luaCounts,
    titles: [...luaTitles, 'test 4'],
    hides: 'files; names of skipped tests',
  }),
  debian('Kyua junit', ['kyua'], 'kyua', {
    command: shell('export HOME=$PWD; kyua test; code=$?; kyua report-junit --output=report.xml; exit $code'),
    reports: ['report.xml'],
    console: counted({ passed: /-> {2}(passed)/, failed: /-> {2}(failed|broken)/, skipped: /-> {2}(skipped)/ }),
    titles: ['main', 'main', 'main', 'main', 'main'],
    hides: 'reasons of skips, except in what a test printed; tests of a program that writes TAP',
  }),
  debian('cram xunit', ['python3-cram'], 'cram', {
    command: shell('/usr/bin/python3 -m cram --xunit-file=report.xml *.t'),
    reports: ['report.xml'],
    console: counted({ failed: /^# Ran .* (\d+) failed/m, skipped: /^# Ran .* (\d+) skipped/m }),
    titles: ['adds.t', 'pays.t', 'skipped.t', 'empty.t'],
    hides: 'which command of a file failed, except in the diff',
  }),
];
