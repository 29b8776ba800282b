import { hasOwnCommand, type ProjectView } from '@assay/contract';
import { FactPanel, FactPanels } from '../../ui/FactPanel.tsx';
import { FlakyRulesLink } from './flakyRules/FlakyRulesLink.tsx';
import { QuarantinePreviewLink } from './quarantine/QuarantinePreviewLink.tsx';

/** A project's settings for those who may see but not change them. */
export function ProjectFacts({ project }: { project: ProjectView }) {
  const ownCommand = hasOwnCommand(project.testingFramework);
  return (
    <FactPanels>
      <FactPanel
        title="Project"
        facts={[
          ['Name', project.name],
          ['Key', <code key="key">{project.key}</code>],
          ['Description', project.description ?? '–'],
          ['Git URL', project.gitUrl ?? 'none: tests are run from uploaded builds'],
          ['Default branch', project.defaultBranch],
          ['Working directory', project.workingDirectory ?? 'the root of the repository'],
        ]}
      />
      <FactPanel
        title="Tests"
        facts={[
          ['Testing framework', project.otherFramework ?? project.testingFramework],
          ...(ownCommand
            ? ([
                ['Test command', <code key="command">{project.testCommand}</code>],
                ['Result files', project.resultFiles.join(', ')],
              ] as const)
            : ([['Config file', project.configFile ?? 'found by the framework']] as const)),
          ...(project.testingFrameworkVersion
            ? ([['Framework version', project.testingFrameworkVersion]] as const)
            : []),
          ...(project.usingSelenium === null
            ? []
            : ([['Using Selenium', project.usingSelenium ? 'yes' : 'no']] as const)),
          ...(project.usingDotnetCore === null
            ? []
            : ([['Using .NET Core', project.usingDotnetCore ? 'yes' : 'no']] as const)),
          ...(project.testTags.length > 0 ? ([['Test tags', project.testTags.join(', ')]] as const) : []),
          ...(project.testPackages.length > 0 ? ([['Packages', project.testPackages.join(', ')]] as const) : []),
          ...(project.testArtifacts.length > 0 ? ([['DLLs', project.testArtifacts.join(', ')]] as const) : []),
          ['Install command', project.installCommand ?? 'what the framework needs by itself'],
          ...(project.buildCommand
            ? ([['Build command', <code key="build">{project.buildCommand}</code>]] as const)
            : []),
          ...(project.serverCommand
            ? ([
                ['Server command', <code key="server">{project.serverCommand}</code>],
                ['Wait for URL', <code key="url">{project.serverUrl}</code>],
              ] as const)
            : []),
          ...(project.frameworkArguments.length > 0
            ? ([['Extra arguments', <code key="arguments">{project.frameworkArguments.join(' ')}</code>]] as const)
            : []),
          ['Test timeout', `${project.testTimeoutSeconds} s`],
          ['Run timeout', `${project.testRunTimeoutMinutes} min`],
          ['Runners', String(project.defaultMaxRunners)],
          ['Retry failed tests', project.retryFailedTests ? 'yes' : 'no'],
          ['Parallelize by file', project.defaultToParallelizeByFile ? 'yes' : 'no'],
          [
            'Quarantine flaky tests',
            <>
              {project.quarantineFlakyTests ? 'yes' : 'no'} · <QuarantinePreviewLink project={project} />
            </>,
          ],
          ['Flaky tests', <FlakyRulesLink key="flaky" project={project} />],
          ['Record video', project.recordVideo ? 'yes' : 'no'],
          ['Screenshot names from output', project.screenshotNamesInOutput ? 'yes' : 'no'],
        ]}
      />
    </FactPanels>
  );
}
