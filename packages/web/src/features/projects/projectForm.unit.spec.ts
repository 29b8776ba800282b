import { projectView } from '../../testSupport/views.ts';
import { changeRequestOf, createRequestOf, formOfProject, projectFormSchema } from './projectForm.ts';

const schema = projectFormSchema(12);
const filled = {
  ...formOfProject(null),
  name: 'Shop',
  key: 'shop',
  gitUrl: 'https://git.test/a.git',
  testingFramework: 'Playwright' as const,
};

/** @returns the message of the only invalid field; null when there is none. */
async function refusalOf(change: object): Promise<string | null> {
  try {
    await schema.validate({ ...filled, ...change });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('the repository of a project', () => {
  it.each([
    'https://git.test/a.git',
    'http://localhost/a.git',
    'git@git.test:a/b.git',
    'ssh://git@git.test/a.git',
    'file:///srv/git/a',
    '/srv/git/a',
    './a',
    '../a',
    'C:\\git\\a',
  ])('may be %s', async (gitUrl) => {
    expect(await refusalOf({ gitUrl })).toBeNull();
  });

  it.each(['not a url', 'git.test/a.git', 'javascript:alert(1)', 'https://'])('may not be %s', async (gitUrl) => {
    expect(await refusalOf({ gitUrl })).toBe('Invalid URL');
  });
});

describe('the numbers of a project', () => {
  it.each([
    [{ testTimeoutSeconds: 0 }, 'Must be between 1 and 10800 seconds'],
    [{ testTimeoutSeconds: 10801 }, 'Must be between 1 and 10800 seconds'],
    [{ testRunTimeoutMinutes: 1441 }, 'Must be between 1 and 1440 minutes'],
    [{ defaultMaxRunners: 13 }, 'Must be between 1 and 12'],
    [{ defaultMaxRunners: 1.5 }, 'Must be a number'],
    [{ testTimeoutSeconds: 'soon' }, 'Must be a number'],
  ])('refuse %p', async (change, message) => {
    expect(await refusalOf(change)).toBe(message);
  });

  it('may be at their bounds', async () => {
    const bounds = { testTimeoutSeconds: 10_800, testRunTimeoutMinutes: 1, defaultMaxRunners: 12 };
    expect(await refusalOf(bounds)).toBeNull();
  });
});

describe("a framework's required setting", () => {
  const nunit = { testingFramework: 'NUnit', usingSelenium: 'Yes', usingDotnetCore: 'No', testArtifacts: ['a.dll'] };

  it.each([
    [{ ...nunit, testArtifacts: [] }, 'You must specify at least one DLL containing tests to run'],
    [{ ...nunit, testArtifacts: ['a.exe'] }, 'Invalid DLL name, the file should end with .dll'],
    [{ ...nunit, usingSelenium: '' }, 'Select an answer'],
    [{ ...nunit, usingDotnetCore: '' }, 'Select an answer'],
    [{ testingFramework: 'CucumberJS' }, 'Select an answer'],
    [{ testingFramework: 'Cypress' }, 'Select a testing framework version'],
    [
      { testingFramework: 'TestNG', usingSelenium: 'No', testPackages: [] },
      'You must specify at least one package containing tests to run',
    ],
    [{ testingFramework: 'TestNG', usingSelenium: 'No', testPackages: ['com.'] }, 'Invalid package name'],
  ])('is missing from %j', async (change, message) => {
    expect(await refusalOf(change)).toBe(message);
  });

  it.each([
    [
      { testingFramework: 'NUnit', usingSelenium: 'No', usingDotnetCore: 'Yes' },
      { testArtifacts: [expect.stringMatching(/\.dll$/)] },
    ],
    [{ testingFramework: 'TestNG', usingSelenium: 'No' }, { testPackages: [expect.stringMatching(/^[a-z.]+$/)] }],
    [{ testingFramework: 'Playwright' }, { testArtifacts: [], testPackages: [] }],
  ] as const)('has a sample in a new project where it names files or packages: %j', async (change, sent) => {
    expect(await refusalOf(change)).toBeNull();
    expect(createRequestOf({ ...filled, ...change })).toMatchObject(sent);
  });

  it('is sent as answered', () => {
    const request = createRequestOf({
      ...filled,
      testingFramework: 'NUnit',
      usingSelenium: 'Yes',
      usingDotnetCore: 'No',
      testTags: [' smoke '],
    });
    expect(request).toMatchObject({ usingSelenium: true, usingDotnetCore: false, testTags: ['smoke'] });
  });

  it('is not sent for another framework', () => {
    const request = createRequestOf({ ...filled, testPackages: ['com.acme'], usingSelenium: 'Yes' });
    expect(request).toMatchObject({ testPackages: [], usingSelenium: null });
  });
});

describe('the request for a project', () => {
  it('is trimmed, with emptied texts as null', () => {
    const request = createRequestOf({ ...filled, name: ' Shop ', description: '  ', configFile: ' a.ts ' });
    expect(request).toMatchObject({ name: 'Shop', description: null, configFile: 'a.ts' });
  });

  it("omits another framework's name once a known one is picked", () => {
    const request = createRequestOf({ ...filled, otherFramework: 'vitest', testCommand: 'x', resultFiles: ['a.xml'] });
    expect(request).toMatchObject({ otherFramework: null, testCommand: null, resultFiles: [] });
  });

  it('has only what changed', () => {
    const before = projectView();
    const form = formOfProject(before);
    expect(changeRequestOf(form, before)).toEqual({});
    expect(changeRequestOf({ ...form, defaultBranch: 'main', retryFailedTests: true }, before)).toEqual({
      defaultBranch: 'main',
      retryFailedTests: true,
    });
  });
});
