import { findingOf, manifest, onlyOf, openFieldsOf, proposalsOf } from '../../test/proposedFor.ts';

const workflow = (run: string) => `on: push\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v6\n${run}`;
const steps = '      - run: sudo apt-get install -y libtest-dev\n      - name: Tests\n        run: |\n';

describe('tests of a framework that cannot be seen', () => {
  it.each([
    ['a target of make', { Makefile: 'all:\n\techo\n\ntest: all\n\t./run\n' }, 'make test', 'The target test', 4],
    [
      'the target that a workflow runs',
      {
        Makefile: 'check:\n\ttrue\ntest:\n\ttrue\n',
        '.github/workflows/ci.yml': workflow('      - run: make check\n'),
      },
      'make check',
      'The target check, run by .github/workflows/ci.yml:6',
      1,
    ],
    [
      'a step of a workflow',
      { '.github/workflows/ci.yml': workflow(`${steps}          cargo build\n          cargo test --all\n`) },
      'cargo test --all',
      'A workflow runs it',
      10,
    ],
    [
      'a script of package.json that a workflow runs',
      {
        'package.json': manifest({}, { test: 'make -C native check' }),
        '.github/workflows/ci.yaml': workflow('      - run: npm test\n'),
      },
      'npm test',
      'The script test, run by .github/workflows/ci.yaml:6',
      3,
    ],
  ])('%s is proposed, and nothing of it is certain', (_, tree, testCommand, why, line) => {
    const proposal = onlyOf(tree as unknown as Record<string, string>);
    expect(proposal.settings).toMatchObject({ testingFramework: 'Other', testCommand });
    expect(findingOf(proposal, 'testCommand')).toMatchObject({ why, line });
    expect(openFieldsOf(proposal)).toEqual(
      expect.arrayContaining(['testingFramework', 'testCommand', 'resultFiles', 'installCommand']),
    );
  });

  it.each([
    ['a variable of make', { Makefile: 'test := a\n' }],
    [
      'steps that test nothing',
      { '.github/workflows/ci.yml': workflow('      - run: echo test\n      - run: pip install pytest\n') },
    ],
  ])('%s is not', (_, tree) => {
    expect(proposalsOf(tree as Record<string, string>)).toEqual([]);
  });
});
