import { type ConfigError, readConfig } from './readConfig.ts';

function errorsOf(text: string): ConfigError[] {
  const read = readConfig(text);
  return 'errors' in read ? read.errors : [];
}

const project = `assay: 1
projects:
  - key: shop
    name: Shop
    testingFramework: Playwright
`;

describe('a configuration as a file', () => {
  it('is read with names in place of ids', () => {
    const text = `assay: 1
environments:
  - { key: staging, name: Staging, pipelineStage: Tests, variables: [{ key: TOKEN, secret: TOKEN }, { key: A, value: "1" }] }
`;
    expect(readConfig(text)).toEqual({
      config: {
        assay: 1,
        environments: [
          {
            key: 'staging',
            name: 'Staging',
            pipelineStage: 'Tests',
            variables: [
              { key: 'TOKEN', secret: 'TOKEN' },
              { key: 'A', value: '1' },
            ],
          },
        ],
      },
    });
    expect(errorsOf(project)).toEqual([]);
  });

  it.each<[string, string, number, RegExp]>([
    ['a setting that does not exist', `${project}    frameworkk: 1\n`, 6, /'frameworkk'/],
    ['a kind that does not exist', 'assay: 1\nservers: []\n', 2, /'servers'/],
    [
      'a key that is missing',
      'assay: 1\nprojects:\n  - name: Shop\n    testingFramework: Playwright\n',
      3,
      /'key' is missing/,
    ],
    ['a value of another type', `${project}    retryFailedTests: maybe\n`, 6, /retryFailedTests/],
    ['a number out of bounds', `${project}    testTimeoutSeconds: 0\n`, 6, /testTimeoutSeconds/],
    [
      'a framework that is unknown',
      'assay: 1\nprojects:\n  - key: a\n    name: A\n    testingFramework: Foo\n',
      5,
      /testingFramework/,
    ],
    ['another version', 'assay: 2\n', 1, /assay/],
    ['no version', 'projects: []\n', 1, /'assay' is missing/],
    ['a thing twice', `${project}  - key: SHOP\n    name: Shop 2\n    testingFramework: PyTest\n`, 6, /twice/],
    ['a name twice in one map', 'assay: 1\nassay: 1\n', 2, /unique/i],
    ['what is no YAML', 'assay: 1\nprojects: [\n', 3, /./],
    [
      'a variable with both a value and a secret',
      'assay: 1\nenvironments:\n  - key: a\n    name: A\n    variables:\n      - key: T\n        value: "1"\n        secret: T\n',
      6,
      /'T' needs a value, or the name of a secret/,
    ],
    [
      'a webhook in the open',
      'assay: 1\nalerts:\n  - eventType: TESTRUN_FAIL\n    actionType: TRIGGER_WEBHOOK\n    destination: https://a.org\n',
      3,
      /name it by 'destinationSecret'/,
    ],
    [
      'a stage twice',
      'assay: 1\ntestPlans:\n  - key: a\n    name: A\n    stages: [{ name: S },\n      {name: s}]\n',
      6,
      /twice/,
    ],
    ['nothing', '', 1, /./],
  ])('tells the line of %s', (_, text, line, message) => {
    const errors = errorsOf(text);
    expect(errors[0]).toMatchObject({ line, message: expect.stringMatching(message) });
  });
});
