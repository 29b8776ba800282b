import { readRealReport, recordedNextTo } from '../test/realReports.ts';

const reports: [title: string, path: string, lines: string[]][] = [
  [
    'reads NUnit 2 with every outcome, and suites that failed by themselves',
    'dotnet/nunit2.xml',
    [
      'Shop.CartTests | Adds(1,2.5) | PASS',
      'Shop.CartTests | Adds("a.b(c)") | PASS',
      'Shop.CartTests | Breaks | FAIL | System.InvalidOperationException : no van',
      'Shop.CartTests | Later | IGNORED | not yet',
      'Shop.CartTests | OnlyByHand | IGNORED',
      'Shop.CartTests | Pays | FAIL | Expected: 3',
      'Shop.CartTests | NeedsAnArgument | FAIL | No arguments were provided',
      'Shop.CartTests | Stops | FAIL',
      'Shop.CartTests | Unsure | IGNORED | No valid data',
      'Shop.BrokenTearDown | Runs | PASS',
      'Shop.Tests.dll | Shop › BrokenTearDown › (outside of any test) | FAIL | TearDown : System.Exception : cannot clean up',
      'Shop.BrokenSetUp | NeverRuns | FAIL | TestFixtureSetUp failed in BrokenSetUp',
      'Shop.PriceTests(1.5) | Costs | PASS',
    ],
  ],
  [
    'reads NUnit 2.2, which has no outcomes in words',
    'dotnet/nunit22.xml',
    [
      'Shop.CartTests | Adds | PASS',
      'Shop.CartTests | Pays | FAIL | expected 3',
      'Shop.CartTests | Later | IGNORED | not yet',
      'Shop.DbTests | Reads | IGNORED | no database',
      'Shop.Tests.dll | Shop › Shop.DbTests › (outside of any test) | FAIL | no database',
    ],
  ],
  [
    "reads Pester, by the names of Pester's JUnit XML",
    'dotnet/pester.xml',
    [
      "/ci/shop/Cart.Tests.ps1 | Cart.when it's full (v1.2).pays | FAIL | Expected 3, but got 2.",
      '/ci/shop/Cart.Tests.ps1 | Cart.adds | PASS',
      '/ci/shop/Cart.Tests.ps1 | Cart.is skipped | IGNORED',
      '/ci/shop/Cart.Tests.ps1 | Cart.is unsure | IGNORED',
      '/ci/shop/Cart.Tests.ps1 | Cart.costs(1,"a") | PASS',
    ],
  ],
  [
    'reads NUnit 3 whose root is a suite',
    'dotnet/nunit3-suite.xml',
    ['Shop.CartTests | Adds(1,2.5) | PASS', 'Shop.CartTests | Pays | FAIL | Expected: 3'],
  ],
  [
    'reads xUnit.net 1 with a class that failed outside of its tests',
    'dotnet/xunit1.xml',
    [
      'Shop.CartTests | Adds(a: 1) | PASS',
      'Shop.CartTests | Pays | FAIL | Assert.Equal() Failure',
      'Shop.CartTests | Later | IGNORED | not yet',
      'Shop.Tests.dll | Shop.BrokenTests › (outside of any test) | FAIL | the shop did not close',
    ],
  ],
];

describe('reports of tools for .NET', () => {
  it.each(reports)('%s', async (_, path, lines) => {
    expect(await readRealReport(path)).toMatchObject({ problem: null, lines });
  });

  it('are all of those in their folder', async () => {
    const paths = reports.map(([, path]) => path);
    expect(await recordedNextTo(paths)).toEqual(paths.sort());
  });
});
