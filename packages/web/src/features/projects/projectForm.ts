import {
  asksForDotnetCore,
  asksForSelenium,
  asksForVersion,
  type ChangeProjectRequest,
  type CreateProjectRequest,
  defaultProjectSettings,
  hasOwnCommand,
  isDllName,
  isPackageName,
  limits,
  messages,
  type ProjectView,
  runnersMessage,
  type TestingFramework,
} from '@assay/contract';
import { array, boolean, number, object, type StringSchema, string } from 'yup';

export const yesOrNo = ['Yes', 'No'] as const;
type YesOrNo = (typeof yesOrNo)[number];

export type ProjectForm = {
  name: string;
  key: string;
  description: string;
  gitUrl: string;
  defaultBranch: string;
  testingFramework: TestingFramework | '';
  otherFramework: string;
  testingFrameworkVersion: string;
  /** Empty until it is answered. */
  usingSelenium: YesOrNo | '';
  usingDotnetCore: YesOrNo | '';
  testTags: string[];
  testCommand: string;
  resultFiles: string[];
  testPackages: string[];
  testArtifacts: string[];
  workingDirectory: string;
  configFile: string;
  installCommand: string;
  testTimeoutSeconds: number | '';
  testRunTimeoutMinutes: number | '';
  defaultMaxRunners: number | '';
  retryFailedTests: boolean;
  defaultToParallelizeByFile: boolean;
  recordVideo: boolean;
  cancelOlderTestRunsIfEquivalent: boolean;
  quarantineFlakyTests: boolean;
  screenshotNamesInOutput: boolean;
};

const nullableTexts = [
  'description',
  'gitUrl',
  'otherFramework',
  'testingFrameworkVersion',
  'testCommand',
  'workingDirectory',
  'configFile',
  'installCommand',
] as const;

/** @returns the form of a project, or of a new one with the documented defaults. */
export function formOfProject(project: ProjectView | null): ProjectForm {
  const settings = project ?? {
    ...defaultProjectSettings,
    name: '',
    key: '',
    gitUrl: '',
    testingFramework: '' as const,
  };
  return {
    name: settings.name,
    key: settings.key,
    description: settings.description ?? '',
    gitUrl: settings.gitUrl ?? '',
    defaultBranch: settings.defaultBranch,
    testingFramework: settings.testingFramework,
    otherFramework: settings.otherFramework ?? '',
    testingFrameworkVersion: settings.testingFrameworkVersion ?? '',
    usingSelenium: said(settings.usingSelenium),
    usingDotnetCore: said(settings.usingDotnetCore),
    testTags: [...settings.testTags],
    testCommand: settings.testCommand ?? '',
    resultFiles: [...settings.resultFiles],
    testPackages: [...settings.testPackages],
    testArtifacts: [...settings.testArtifacts],
    workingDirectory: settings.workingDirectory ?? '',
    configFile: settings.configFile ?? '',
    installCommand: settings.installCommand ?? '',
    testTimeoutSeconds: settings.testTimeoutSeconds,
    testRunTimeoutMinutes: settings.testRunTimeoutMinutes,
    defaultMaxRunners: settings.defaultMaxRunners,
    retryFailedTests: settings.retryFailedTests,
    defaultToParallelizeByFile: settings.defaultToParallelizeByFile,
    recordVideo: settings.recordVideo,
    cancelOlderTestRunsIfEquivalent: settings.cancelOlderTestRunsIfEquivalent,
    quarantineFlakyTests: settings.quarantineFlakyTests,
    screenshotNamesInOutput: settings.screenshotNamesInOutput,
  };
}

function said(answer: boolean | null): YesOrNo | '' {
  if (answer === null) return '';
  return answer ? 'Yes' : 'No';
}

function answerOf(text: YesOrNo | ''): boolean | null {
  return text === '' ? null : text === 'Yes';
}

/** https, ssh (as a URL or as user@host:path), file or a path of this machine. */
const gitUrlPattern =
  /^(https?:\/\/\S+|ssh:\/\/\S+|git:\/\/\S+|file:\/\/\S+|[\w.-]+@[\w.-]+:\S+|\.{0,2}\/.*|~\/.*|[A-Za-z]:[\\/].*)$/;
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const bounded = (min: number, max: number, message: string) =>
  number().typeError(messages.notANumber).required(messages.blank).integer(message).min(min, message).max(max, message);

/** @param maximumRunners the account's own bound of runners per project */
export function projectFormSchema(maximumRunners: number) {
  const requiredWhere = (applies: (framework: TestingFramework | '') => boolean, message: string) =>
    string()
      .trim()
      .when('testingFramework', ([framework], schema) => (applies(framework) ? schema.required(message) : schema));
  const listWhere = (applies: (framework: TestingFramework | '') => boolean, item: StringSchema, message: string) =>
    array(string().required()).when('testingFramework', ([framework], schema) =>
      applies(framework) ? schema.of(item).min(1, message) : schema,
    );
  const isDll = string()
    .required()
    .test('dll', messages.dllInvalid, (name) => isDllName(name));
  const isPackage = string()
    .required()
    .test('package', messages.packageInvalid, (name) => isPackageName(name));
  return object({
    name: string().trim().required(messages.blank).max(100),
    key: string()
      .trim()
      .required(messages.blank)
      .max(60)
      .matches(keyPattern, 'Letters, digits, dots, dashes and underscores, beginning with a letter or digit'),
    description: string().max(2000),
    gitUrl: string().trim().matches(gitUrlPattern, { message: messages.invalidUrl, excludeEmptyString: true }),
    defaultBranch: string().trim().required(messages.selectDefaultBranch).max(250),
    testingFramework: string().required(messages.selectFramework),
    otherFramework: requiredWhere((framework) => framework === 'Other', messages.nameYourFramework),
    testingFrameworkVersion: requiredWhere(asksForVersion, messages.selectFrameworkVersion).max(
      50,
      messages.invalidLength,
    ),
    usingSelenium: requiredWhere(asksForSelenium, messages.selectAnswer),
    usingDotnetCore: requiredWhere(asksForDotnetCore, messages.selectAnswer),
    testTags: array(string().required()).max(100),
    testCommand: requiredWhere(hasOwnCommand, messages.blank),
    resultFiles: listWhere(hasOwnCommand, string().required(), messages.blank),
    testPackages: listWhere((framework) => framework === 'TestNG', isPackage, messages.packageMissing),
    testArtifacts: listWhere((framework) => framework === 'NUnit', isDll, messages.dllMissing),
    workingDirectory: string().max(500),
    configFile: string().max(500),
    installCommand: string().max(2000),
    testTimeoutSeconds: bounded(limits.testTimeoutSeconds.min, limits.testTimeoutSeconds.max, messages.testTimeout),
    testRunTimeoutMinutes: bounded(
      limits.testRunTimeoutMinutes.min,
      limits.testRunTimeoutMinutes.max,
      messages.testRunTimeout,
    ),
    defaultMaxRunners: bounded(1, maximumRunners, runnersMessage(maximumRunners)),
    retryFailedTests: boolean(),
    defaultToParallelizeByFile: boolean(),
    recordVideo: boolean(),
    cancelOlderTestRunsIfEquivalent: boolean(),
    quarantineFlakyTests: boolean(),
    screenshotNamesInOutput: boolean(),
  });
}

/** @returns what the service is sent for a new project. */
export function createRequestOf(form: ProjectForm): CreateProjectRequest {
  const { name, key, ...settings } = sent(form);
  return { name, key, ...settings };
}

/** @returns only what the form changed; nothing when it changed nothing. The key stays for good. */
export function changeRequestOf(form: ProjectForm, before: ProjectView): ChangeProjectRequest {
  const { key: _key, ...after } = sent(form);
  const { key: _before, ...original } = sent(formOfProject(before));
  const originals: Record<string, unknown> = original;
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(originals[name]),
  );
  return Object.fromEntries(changed);
}

/** Trimmed, with empty texts as null where the service takes null, and nothing that is for another framework. */
function sent(form: ProjectForm) {
  const texts = Object.fromEntries(
    nullableTexts.map((name) => [name, form[name].trim() === '' ? null : form[name].trim()]),
  ) as Record<(typeof nullableTexts)[number], string | null>;
  const { testingFramework: framework } = form;
  const ownCommand = hasOwnCommand(framework);
  return {
    name: form.name.trim(),
    key: form.key.trim(),
    ...texts,
    otherFramework: framework === 'Other' ? texts.otherFramework : null,
    testingFrameworkVersion: ownCommand ? null : texts.testingFrameworkVersion,
    usingSelenium: asksForSelenium(framework) ? answerOf(form.usingSelenium) : null,
    usingDotnetCore: asksForDotnetCore(framework) ? answerOf(form.usingDotnetCore) : null,
    testTags: trimmed(form.testTags),
    testCommand: ownCommand ? texts.testCommand : null,
    resultFiles: ownCommand ? trimmed(form.resultFiles) : [],
    testPackages: framework === 'TestNG' ? trimmed(form.testPackages) : [],
    testArtifacts: framework === 'NUnit' ? trimmed(form.testArtifacts) : [],
    defaultBranch: form.defaultBranch.trim(),
    testingFramework: framework === '' ? ('Other' as const) : framework,
    testTimeoutSeconds: Number(form.testTimeoutSeconds),
    testRunTimeoutMinutes: Number(form.testRunTimeoutMinutes),
    defaultMaxRunners: Number(form.defaultMaxRunners),
    retryFailedTests: form.retryFailedTests,
    defaultToParallelizeByFile: form.defaultToParallelizeByFile,
    recordVideo: form.recordVideo,
    cancelOlderTestRunsIfEquivalent: form.cancelOlderTestRunsIfEquivalent,
    quarantineFlakyTests: form.quarantineFlakyTests,
    screenshotNamesInOutput: form.screenshotNamesInOutput,
  };
}

function trimmed(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim());
}
