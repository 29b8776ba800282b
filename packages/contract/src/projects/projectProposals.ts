import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable } from '../ids.ts';
import { BranchView, ProjectSettings } from './projectViews.ts';
import { runtimeNames } from './wantedRuntimes.ts';

const settings = ProjectSettings.properties;

/** What a repository tells of a project's settings; all else takes the documented default. */
export const ProposedSettings = Type.Object({
  workingDirectory: settings.workingDirectory,
  testingFramework: settings.testingFramework,
  otherFramework: settings.otherFramework,
  testingFrameworkVersion: settings.testingFrameworkVersion,
  usingSelenium: settings.usingSelenium,
  usingDotnetCore: settings.usingDotnetCore,
  configFile: settings.configFile,
  testCommand: settings.testCommand,
  resultFiles: settings.resultFiles,
  testPackages: settings.testPackages,
  testArtifacts: settings.testArtifacts,
  testTags: settings.testTags,
  installCommand: settings.installCommand,
  buildCommand: settings.buildCommand,
});
export type ProposedSettings = Static<typeof ProposedSettings>;
export type ProposedField = keyof ProposedSettings;

const proposedFields = Object.keys(ProposedSettings.properties) as ProposedField[];

/** Why a setting is proposed, or left as it is. */
export const ProposalFinding = Type.Object({
  field: Type.Enum(proposedFields),
  certain: Type.Boolean({
    description: 'a file of the repository says so; false: check it, as any command that nothing has run',
  }),
  why: Type.String(),
  file: Nullable(Type.String({ description: 'where it was found' })),
  line: Nullable(Type.Integer({ description: 'from 1; null: the file as a whole' })),
});
export type ProposalFinding = Static<typeof ProposalFinding>;

/** A version of Node or Python that a repository asks for. */
export const ProposedRuntime = Type.Object({
  name: Type.Enum(runtimeNames),
  asked: Type.String({ description: 'as it is written' }),
  ranges: Type.Array(Type.String(), { description: 'as semver has them, the preferred first' }),
  file: Type.String({ description: 'where it is written, relative to the repository' }),
  line: Nullable(Type.Integer({ description: 'from 1; null: not in a line of its own' })),
  used: Nullable(
    Type.String({ description: 'the version that a running agent has for it; null: none has, or none runs' }),
  ),
  missing: Nullable(Type.String({ description: 'the sentence to show where agents run and none has it' })),
});
export type ProposedRuntime = Static<typeof ProposedRuntime>;

/** A test suite that was found in a repository, as the project it would be. */
export const ProjectProposal = Type.Object({
  name: Type.String({ description: "the repository's, with the suite's where there are several" }),
  settings: ProposedSettings,
  findings: Type.Array(ProposalFinding, { description: 'one per setting that something is known of' }),
  runtimes: Type.Array(ProposedRuntime, { description: 'empty: the repository asks for no version' }),
  testFiles: Type.Object({
    count: Type.Integer({ description: 'files that look like tests by their names' }),
    first: Type.Array(Type.String(), { description: 'relative to the repository' }),
  }),
});
export type ProjectProposal = Static<typeof ProjectProposal>;

export const ProposeProjectsRequest = Type.Object(
  {
    gitUrl: Type.String(formFields.gitUrl),
    branch: Type.Optional(Nullable(Type.String({ ...formFields.branch, description: "null: the repository's own" }))),
  },
  { additionalProperties: false },
);

/** What is in a repository. */
export const RepositoryProposals = Type.Object({
  defaultBranch: Type.String({ description: 'what its HEAD points at' }),
  branches: Type.Array(BranchView, { description: 'by name, at most 500' }),
  branch: Type.String({ description: 'the one that was looked at' }),
  commit: Type.String(),
  fileCount: Type.Integer(),
  tookMs: Type.Integer(),
  proposals: Type.Array(ProjectProposal, { description: 'the likeliest first; empty: no tests were found' }),
});
export type RepositoryProposals = Static<typeof RepositoryProposals>;
