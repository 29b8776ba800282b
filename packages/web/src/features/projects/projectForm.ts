import {
  asksForDotnetCore,
  asksForSelenium,
  asksForVersion,
  type ChangeProjectRequest,
  type CreateProjectRequest,
  defaultProjectSettings,
  formFields,
  hasOwnCommand,
  isDllName,
  isPackageName,
  limits,
  messages,
  type ProjectView,
  type ProposedField,
  type ProposedSettings,
  reservedArgument,
  type TestingFramework,
} from '@assay/contract';
import { boolean, object, type StringSchema, string } from 'yup';
import { optionalText, requiredText, textList, wholeNumber } from '../../ui/form/fieldSchemas.ts';

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
  /** Empty until answered. */
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
  buildCommand: string;
  serverCommand: string;
  serverUrl: string;
  frameworkArguments: string[];
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
  'buildCommand',
  'serverCommand',
  'serverUrl',
] as const;

/** @returns the fields of what a look at a repository can propose */
export function formOfProposed(
  settings: Omit<ProposedSettings, 'testingFramework'> & Pick<ProjectForm, 'testingFramework'>,
): Pick<ProjectForm, ProposedField> {
  return {
    testingFramework: settings.testingFramework,
    otherFramework: settings.otherFramework ?? '',
    testingFrameworkVersion: settings.testingFrameworkVersion ?? '',
    usingSelenium: yesOrNoOf(settings.usingSelenium),
    usingDotnetCore: yesOrNoOf(settings.usingDotnetCore),
    testTags: [...settings.testTags],
    testCommand: settings.testCommand ?? '',
    resultFiles: [...settings.resultFiles],
    testPackages: [...settings.testPackages],
    testArtifacts: [...settings.testArtifacts],
    workingDirectory: settings.workingDirectory ?? '',
    configFile: settings.configFile ?? '',
    installCommand: settings.installCommand ?? '',
    buildCommand: settings.buildCommand ?? '',
  };
}

/** Samples in the form of a new project: what a package and a DLL look like. Those of other frameworks are not sent. */
const samples = {
  testPackages: ['com.example.tests'],
  testArtifacts: ['bin/Release/net8.0/Example.Tests.dll'],
};

/** @returns the form of a project, or of a new one with the documented defaults. */
export function formOfProject(project: ProjectView | null): ProjectForm {
  const settings = project ?? {
    ...defaultProjectSettings,
    ...samples,
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
    ...formOfProposed(settings),
    serverCommand: settings.serverCommand ?? '',
    serverUrl: settings.serverUrl ?? '',
    frameworkArguments: [...settings.frameworkArguments],
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

export function yesOrNoOf(answer: boolean | null): YesOrNo | '' {
  if (answer === null) return '';
  return answer ? 'Yes' : 'No';
}

function isThere(text: string | undefined): boolean {
  return Boolean(text?.trim());
}

function answerOf(text: YesOrNo | ''): boolean | null {
  return text === '' ? null : text === 'Yes';
}

/** @param maximumRunners the account's maximum of runners per project */
export function projectFormSchema(maximumRunners: number) {
  const requiredWhere = (
    applies: (framework: TestingFramework | '') => boolean,
    schema: StringSchema,
    message: string,
  ) =>
    schema.when('testingFramework', ([framework], optional) =>
      applies(framework) ? optional.required(message) : optional,
    );
  const listWhere = (
    applies: (framework: TestingFramework | '') => boolean,
    items: ReturnType<typeof textList>,
    message: string,
  ) => items.when('testingFramework', ([framework], list) => (applies(framework) ? list.min(1, message) : list));
  const dll = requiredText(formFields.testArtifact).test('dll', messages.dllInvalid, (name) => isDllName(name));
  const testPackage = requiredText(formFields.testPackage).test('package', messages.packageInvalid, (name) =>
    isPackageName(name),
  );
  return object({
    name: requiredText(formFields.name),
    key: requiredText(formFields.key),
    description: optionalText(formFields.description),
    gitUrl: optionalText(formFields.gitUrl),
    defaultBranch: requiredText(formFields.defaultBranch),
    testingFramework: string().required(messages.selectFramework),
    otherFramework: requiredWhere(
      (framework) => framework === 'Other',
      optionalText(formFields.otherFramework),
      messages.nameYourFramework,
    ),
    testingFrameworkVersion: requiredWhere(
      asksForVersion,
      optionalText(formFields.testingFrameworkVersion),
      messages.selectFrameworkVersion,
    ),
    usingSelenium: requiredWhere(asksForSelenium, string(), messages.selectAnswer),
    usingDotnetCore: requiredWhere(asksForDotnetCore, string(), messages.selectAnswer),
    testTags: textList(requiredText(formFields.testTag), limits.testTags),
    testCommand: requiredWhere(hasOwnCommand, optionalText(formFields.command), messages.blank),
    resultFiles: listWhere(
      hasOwnCommand,
      textList(requiredText(formFields.resultFile), limits.resultFiles),
      messages.blank,
    ),
    testPackages: listWhere(
      (framework) => framework === 'TestNG',
      textList(testPackage, limits.testPackages),
      messages.packageMissing,
    ),
    testArtifacts: listWhere(
      (framework) => framework === 'NUnit',
      textList(dll, limits.testArtifacts),
      messages.dllMissing,
    ),
    workingDirectory: optionalText(formFields.path),
    configFile: optionalText(formFields.path),
    installCommand: optionalText(formFields.command),
    buildCommand: optionalText(formFields.command),
    serverCommand: optionalText(formFields.command).test(
      'server command',
      messages.serverCommandMissing,
      (command, { parent }) => isThere(command) || !isThere(parent.serverUrl),
    ),
    serverUrl: optionalText(formFields.url).test(
      'server URL',
      messages.serverUrlMissing,
      (url, { parent }) => isThere(url) || !isThere(parent.serverCommand),
    ),
    frameworkArguments: textList(requiredText(formFields.frameworkArgument), limits.frameworkArguments).test(
      'reserved',
      messages.argumentsReserved,
      (frameworkArguments = [], { parent: { testingFramework } }) =>
        hasOwnCommand(testingFramework) || reservedArgument({ testingFramework, frameworkArguments }) === null,
    ),
    testTimeoutSeconds: wholeNumber(formFields.testTimeoutSeconds),
    testRunTimeoutMinutes: wholeNumber(formFields.testRunTimeoutMinutes),
    defaultMaxRunners: wholeNumber(formFields.runners, maximumRunners),
    retryFailedTests: boolean(),
    defaultToParallelizeByFile: boolean(),
    recordVideo: boolean(),
    cancelOlderTestRunsIfEquivalent: boolean(),
    quarantineFlakyTests: boolean(),
    screenshotNamesInOutput: boolean(),
  });
}

/** @returns the request for a new project. */
export function createRequestOf(form: ProjectForm): CreateProjectRequest {
  const { name, key, ...settings } = sent(form);
  return { name, key, ...settings };
}

/** @returns only the changed fields. The key never changes. */
export function changeRequestOf(
  form: ProjectForm,
  before: ProjectView,
): Omit<ChangeProjectRequest, 'gitProvider' | 'gitOwner' | 'gitRepo'> {
  const { key: _key, ...after } = sent(form);
  const { key: _before, ...original } = sent(formOfProject(before));
  const originals: Record<string, unknown> = original;
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(originals[name]),
  );
  return Object.fromEntries(changed);
}

/** Trimmed, with empty texts as null where nullable, and without settings of other frameworks. */
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
    frameworkArguments: ownCommand ? [] : trimmed(form.frameworkArguments),
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
