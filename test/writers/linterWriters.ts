import { counted, type Writer } from './writer.ts';

const npm = {
  '@biomejs/biome': '2.6.8',
  eslint: '10.15.0',
  'eslint-formatter-junit': '9.0.1',
  htmlhint: '1.9.2',
  'markdownlint-cli2': '0.18.1',
  'markdownlint-cli2-formatter-junit': '0.0.14',
  oxlint: '1.94.0',
  stylelint: '17.16.0',
  'stylelint-junit-formatter': '0.2.2',
  textlint: '15.8.0',
  'textlint-rule-no-todo': '2.0.1',
};

type Rest = Pick<Writer, 'command' | 'reports' | 'titles' | 'hides'> & Partial<Writer>;

/** A linter counts findings as errors and warnings, which are failed and ignored results, and not what is clean. */
function linter(name: string, sample: string, rest: Rest): Writer {
  return {
    name,
    install: { npm },
    sample,
    exitCode: 1,
    console: counted({ failed: /^✖ \d+ problems? \((\d+) errors?/m, skipped: /^✖ .*\b(\d+) warnings?/m }),
    fails: true,
    ...rest,
  };
}

const eslintRules = ['no-undef', 'no-undef', 'eqeqeq', 'no-debugger', 'unknown', 'clean.js', 'eslint.config.mjs'];
const stylelintRules = ['color-no-invalid-hex', 'color-no-invalid-hex', 'block-no-empty', 'CssSyntaxError'];
const stylelint = (options: string) => ['sh', '-c', `stylelint '*.css'; stylelint '*.css' ${options}`];
const warningsAlone = { exitCode: 0, fails: false } as const;
const biome = (files: string) => {
  const lint = 'biome lint --config-path=lint.json';
  return ['sh', '-c', `${lint} --reporter=junit ${files} > report.xml 2> errors; ${lint} ${files}`];
};
const oxlint = (files: string) => ['sh', '-c', `oxlint -f junit ${files} > report.xml; oxlint ${files}`];
const biomeCounts = counted({ failed: /^Found (\d+) errors?\./m, skipped: /^Found (\d+) warnings?\./m });
const oxlintCounts = counted({ failed: /^Found .* (\d+) errors?\./m, skipped: /^Found (\d+) warnings?/m });

/** Linters: their results are findings, called by their rules. */
export const linterWriters: readonly Writer[] = [
  linter('ESLint json', 'eslint', {
    command: ['sh', '-c', 'eslint .; eslint -f json -o report.json .'],
    reports: ['report.json'],
    titles: eslintRules,
    hides: 'that more warnings than `--max-warnings` allows fail the command',
  }),
  linter('ESLint junit', 'eslint', {
    command: ['sh', '-c', 'eslint .; eslint -f junit -o report.xml .'],
    reports: ['report.xml'],
    titles: eslintRules,
    hides: 'that warnings are not failures, except in their texts',
  }),
  linter('Stylelint json', 'stylelint', {
    command: stylelint('-f json -o report.json'),
    exitCode: 2,
    reports: ['report.json'],
    titles: [...stylelintRules, 'stylelint.passed'],
    hides: 'that more warnings than `--max-warnings` allows fail the command',
  }),
  linter('stylelint-junit-formatter', 'stylelint', {
    command: stylelint('--custom-formatter node_modules/stylelint-junit-formatter/index.js -o report.xml'),
    exitCode: 2,
    reports: ['report.xml'],
    titles: [...stylelintRules, 'stylelint.passed'],
    hides: 'selectors that cannot be parsed and invalid options',
  }),
  linter('markdownlint-cli2-formatter-junit', 'markdownlint', {
    command: ['markdownlint-cli2', '*.md'],
    reports: ['report.xml'],
    titles: ['MD025', 'MD009', 'MD034'],
    console: counted({ failed: /^Summary: (\d+) error/m }),
    hides: 'files without findings',
  }),
  linter('HTMLHint junit', 'htmlhint', {
    command: ['sh', '-c', "htmlhint -f junit '*.html' > report.xml; htmlhint '*.html'"],
    reports: ['report.xml'],
    titles: ['cart.html'],
    console: counted({ failed: /found \d+ errors in (\d+) files/ }),
    hides: 'files without findings; the rules, except in the text: a file is one result',
  }),
  linter('textlint junit', 'textlint', {
    command: ['sh', '-c', "textlint '*.md'; textlint -f junit '*.md' > report.xml"],
    reports: ['report.xml'],
    titles: ['no-todo', 'no-todo'],
    hides: 'files without findings',
  }),
  linter('textlint tap', 'textlint', {
    command: ['sh', '-c', "textlint '*.md'; textlint -f tap '*.md' > report.tap"],
    reports: ['report.tap'],
    titles: ['cart.md', 'clean.md'],
    hides: 'all findings of a file but the first, except in the details: a file is one result',
    differences: [{ because: 'the console counts findings', counts: { failed: -1 } }],
  }),
  linter('textlint tap, warnings alone', 'textlint', {
    ...warningsAlone,
    command: [
      'sh',
      '-c',
      'sed -i \'s/: true/: { "severity": "warning" }/\' .textlintrc.json; textlint -f tap cart.md | tee report.tap',
    ],
    reports: ['report.tap'],
    titles: ['cart.md'],
    console: counted({ passed: /^(not ok) /m }),
    hides: 'that warnings are not failures, except in their details',
  }),
  linter('Biome junit', 'biome', {
    command: biome('cart.js clean.js'),
    reports: ['report.xml'],
    titles: ['noDoubleEquals', 'noDebugger', 'noDebugger'],
    console: biomeCounts,
    hides: 'which findings are warnings; files without findings',
    differences: [{ because: 'next to errors a warning is not told from them', counts: { failed: 1, skipped: -1 } }],
  }),
  linter('Biome junit, warnings alone', 'biome', {
    ...warningsAlone,
    command: biome('warning.js'),
    reports: ['report.xml'],
    titles: ['noDoubleEquals', 'warning.js'],
    console: biomeCounts,
    hides: 'that warnings are not failures, except in its count of errors',
  }),
  linter('Oxlint junit', 'oxlint', {
    command: oxlint('cart.js clean.js'),
    reports: ['report.xml'],
    titles: ['eqeqeq', 'no-debugger', 'no-debugger'],
    console: oxlintCounts,
    hides: 'files without findings',
  }),
  linter('Oxlint junit, warnings alone', 'oxlint', {
    ...warningsAlone,
    command: oxlint('warning.js'),
    reports: ['report.xml'],
    titles: ['eqeqeq', 'warning.js'],
    console: oxlintCounts,
    hides: 'that warnings are not failures: they are `<failure>`, errors `<error>`',
  }),
];
