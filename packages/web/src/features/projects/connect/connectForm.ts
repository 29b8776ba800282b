import {
  asksForDotnetCore,
  asksForSelenium,
  hasOwnCommand,
  type ProjectProposal,
  type ProjectView,
  type ProposalFinding,
  type RepositoryProposals,
  type TestingFramework,
} from '@assay/contract';
import { keyOfName } from '../../../ui/form/keyOfName.ts';
import { formOfProject, formOfProposed, type ProjectForm } from '../projectForm.ts';

/** A project that is about to be added, and where its first run would be. */
export type ConnectForm = ProjectForm & {
  /** Key of an environment; '' for one that is added with the project. */
  environment: string;
};

export type ConnectField = keyof ConnectForm & string;

/** A suite of the repository that was added from this page. */
export type Added = { proposal: ProjectProposal; key: string };

/** @returns the form of a proposal, with a name and a key that are free */
export function formOfProposal(
  { name, settings }: ProjectProposal,
  { gitUrl, defaultBranch, environment }: { gitUrl: string; defaultBranch: string; environment: string },
  projects: readonly Pick<ProjectView, 'name' | 'key'>[],
): ConnectForm {
  return {
    ...formOfProject(null),
    ...freeName(name, projects),
    gitUrl,
    defaultBranch,
    environment,
    ...formOfProposed(settings),
  };
}

/** @returns the name, numbered where a project has it or its key already */
export function freeName(
  name: string,
  projects: readonly Pick<ProjectView, 'name' | 'key'>[],
): { name: string; key: string } {
  const names = new Set(projects.map((project) => project.name.toLowerCase()));
  const keys = new Set(projects.map((project) => project.key.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} ${number}`;
    const key = keyOfName(numbered);
    if (!names.has(numbered.toLowerCase()) && !keys.has(key.toLowerCase())) return { name: numbered, key };
  }
}

/** A line of what was found. */
export type FoundLine = { field: ConnectField; label: string; finding: ProposalFinding | null; isMono: boolean };

type Known = Pick<ProposalFinding, 'certain' | 'why'>;

/** @returns the lines for a proposal with this framework, those to check first and in their order otherwise */
export function foundLines(
  proposal: ProjectProposal,
  { defaultBranch }: Pick<RepositoryProposals, 'defaultBranch'>,
  framework: TestingFramework | '',
  environment: Known,
): FoundLine[] {
  const ownCommand = hasOwnCommand(framework);
  const said = (field: ConnectField, { certain, why }: Known): FoundLine['finding'] =>
    ({ field, certain, why, file: null, line: null }) as ProposalFinding;
  const of = (field: ConnectField, label: string, isMono = true): FoundLine => ({
    field,
    label,
    finding: proposal.findings.find((finding) => finding.field === field) ?? null,
    isMono,
  });
  const lines: (FoundLine | false)[] = [
    of('workingDirectory', 'Working directory'),
    of('testingFramework', 'Framework', false),
    framework === 'Other' && of('otherFramework', 'Framework name', false),
    !ownCommand && of('testingFrameworkVersion', 'Version', false),
    asksForSelenium(framework) && of('usingSelenium', 'Using Selenium', false),
    asksForDotnetCore(framework) && of('usingDotnetCore', 'Using .NET Core', false),
    !ownCommand && of('configFile', 'Config file'),
    ownCommand && of('testCommand', 'Test command'),
    framework === 'TestNG' && of('testPackages', 'Packages'),
    framework === 'NUnit' && of('testArtifacts', 'DLLs'),
    of('installCommand', 'Install command'),
    proposal.settings.buildCommand !== null && of('buildCommand', 'Build command'),
    of('testTags', 'Tags'),
    of('resultFiles', 'Results', ownCommand),
    { ...of('defaultBranch', 'Default branch'), finding: said('defaultBranch', branchFound(defaultBranch)) },
    { ...of('environment', 'Environment', false), finding: said('environment', environment) },
    { ...of('name', 'Name', false), finding: said('name', { certain: true, why: 'The name of the repository' }) },
  ];
  return lines
    .filter((line) => line !== false)
    .sort((a, b) => Number(a.finding?.certain ?? true) - Number(b.finding?.certain ?? true));
}

function branchFound(name: string): Known {
  return { certain: true, why: `The repository’s own: its HEAD is ${name}` };
}

/** What a trial runs: all but the test command and its results, which only a test run proves. */
const triedFields = [
  'gitUrl',
  'defaultBranch',
  'workingDirectory',
  'testingFramework',
  'testingFrameworkVersion',
  'usingSelenium',
  'usingDotnetCore',
  'configFile',
  'testPackages',
  'testArtifacts',
  'installCommand',
  'buildCommand',
  'serverCommand',
  'serverUrl',
] as const satisfies readonly ConnectField[];

/**
 * @param proved settings that an agent tried with success; null: none
 * @returns the fields that are as they were tried; none where one of them is different now, as it may change the others
 */
export function provedFields(values: ConnectForm, proved: ProjectForm | null): readonly ConnectField[] {
  if (proved === null) return [];
  return triedFields.every((field) => JSON.stringify(values[field]) === JSON.stringify(proved[field]))
    ? triedFields
    : [];
}
