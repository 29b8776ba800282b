import {
  asksForDotnetCore,
  asksForSelenium,
  asksForVersion,
  hasOwnCommand,
  limits,
  type ProjectView,
  testingFrameworks,
} from '@assay/contract';
import { useFormikContext } from 'formik';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { CheckboxField, NumberField, SelectField, TagsField, TextField } from '../../ui/form/fields.tsx';
import styles from '../../ui/form/form.module.css';
import { NameAndKeyFields } from '../../ui/form/NameAndKeyFields.tsx';
import { CommandPresets } from './CommandPresets.tsx';
import { DeployKey } from './deployKeys/DeployKey.tsx';
import { type ProjectForm, yesOrNo } from './projectForm.ts';
import { QuarantineForesight } from './quarantine/QuarantineForesight.tsx';

/**
 * The fields of a project, in their order on the form.
 * @param project that is changed; without it, the form adds one
 */
export function ProjectFormFields({ project, maximumRunners }: { project?: ProjectView; maximumRunners: number }) {
  const { values } = useFormikContext<ProjectForm>();
  const { testingFramework: framework } = values;
  const ownCommand = hasOwnCommand(framework);
  return (
    <>
      <FormSection title="Project">
        <NameAndKeyFields exists={project !== undefined} />
        <TextField name="description" label="Description" placeholder="Optional" />
      </FormSection>
      <FormSection title="Repository">
        <TextField
          name="gitUrl"
          label="Git URL"
          placeholder="https://github.com/acme/shop.git"
          description="https, ssh or a path on the agent's machine. Without one, tests are run from uploaded builds."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          spellCheck={false}
        />
        <DeployKey gitUrl={values.gitUrl.trim()} />
        <div className={styles.pair}>
          <TextField name="defaultBranch" label="Default branch" required />
          <TextField
            name="workingDirectory"
            label="Working directory"
            placeholder="The root of the repository or build"
          />
        </div>
      </FormSection>
      <FormSection title="Tests">
        <div className={styles.pair}>
          <SelectField
            name="testingFramework"
            label="Testing framework"
            required
            placeholder="Pick one"
            data={[...testingFrameworks]}
            allowDeselect={false}
          />
          {framework === 'Other' && <TextField name="otherFramework" label="Framework name" required />}
          {!ownCommand && (
            <TextField
              name="testingFrameworkVersion"
              label="Framework version"
              required={asksForVersion(framework)}
              placeholder={asksForVersion(framework) ? '13' : 'The one the project installs'}
            />
          )}
          {asksForSelenium(framework) && <YesOrNoField name="usingSelenium" label="Using Selenium" />}
          {asksForDotnetCore(framework) && <YesOrNoField name="usingDotnetCore" label="Using .NET Core" />}
          {!ownCommand && <TextField name="configFile" label="Config file" placeholder="Found automatically" />}
        </div>
        {framework === 'Other' && <CommandPresets />}
        {ownCommand && (
          <>
            <TextField
              name="testCommand"
              label="Test command"
              required
              placeholder="npm test"
              description="Runs the tests and writes JUnit XML."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
            />
            <TagsField
              name="resultFiles"
              label="Result files"
              required
              placeholder="reports/*.xml"
              description="Where the JUnit XML is, relative to the working directory; Enter adds one."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
            />
          </>
        )}
        {framework === 'TestNG' && (
          <TagsField
            name="testPackages"
            label="Packages"
            required
            placeholder="com.acme.shop"
            description="The packages containing tests to run; Enter adds one. A config file is a suite that is run instead."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        )}
        {framework === 'NUnit' && (
          <TagsField
            name="testArtifacts"
            label="DLLs"
            required
            placeholder="bin/Release/Shop.Tests.dll"
            description="The DLLs containing tests to run, relative to the working directory; Enter adds one."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        )}
        <TagsField
          name="testTags"
          label="Test tags"
          placeholder="None"
          description="Offered wherever tests are chosen; Enter adds one."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <TextField name="installCommand" label="Install command" placeholder="Chosen automatically" />
        <BuildAndServerFields />
      </FormSection>
      <FormSection title="Running">
        <RunningFields project={project} maximumRunners={maximumRunners} />
      </FormSection>
    </>
  );
}

/** What is done between the installation and the tests, and what the framework is told in addition. */
export function BuildAndServerFields() {
  const { values } = useFormikContext<ProjectForm>();
  return (
    <>
      <TextField
        name="buildCommand"
        label="Build command"
        placeholder="None"
        description="Runs after the installation, once for each run on an agent."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <div className={styles.pair}>
        <TextField name="serverCommand" label="Server command" placeholder="None" spellCheck={false} />
        <TextField
          name="serverUrl"
          label="Wait for URL"
          placeholder="http://localhost:$ASSAY_PORT"
          spellCheck={false}
        />
      </div>
      <p className={styles.hint}>
        The server is started before the tests, which begin once the URL answers (within {limits.serverWaitSeconds}{' '}
        seconds), and is ended with all it started after them. With <code>$ASSAY_PORT</code> in the URL each runner has
        a server and a port of its own; with a fixed port the runners of a machine take turns.
      </p>
      {!hasOwnCommand(values.testingFramework) && (
        <TagsField
          name="frameworkArguments"
          label="Extra arguments of the framework"
          placeholder="None"
          description="Passed to the framework as they are, for the list of tests and for the tests; Enter adds one."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      )}
    </>
  );
}

/** How the tests of a project are run. */
export function RunningFields({ project, maximumRunners }: { project?: ProjectView; maximumRunners: number }) {
  return (
    <>
      <div className={styles.three}>
        <NumberField name="testTimeoutSeconds" label="Test timeout (seconds)" />
        <NumberField name="testRunTimeoutMinutes" label="Run timeout (minutes)" />
        <NumberField name="defaultMaxRunners" label={`Runners (up to ${maximumRunners})`} />
      </div>
      <CheckboxField name="retryFailedTests" label="Retry failed tests" />
      <CheckboxField name="defaultToParallelizeByFile" label="Parallelize by file" />
      <CheckboxField name="recordVideo" label="Record video" />
      <CheckboxField
        name="cancelOlderTestRunsIfEquivalent"
        label="Cancel older runs of the same tests"
        description="A new run takes the place of unfinished ones with the same tests, environment and branch."
      />
      <CheckboxField
        name="quarantineFlakyTests"
        label="Quarantine flaky tests"
        description="A test that fails and then passes on one commit is quarantined automatically."
      />
      {project && <QuarantineForesight project={project} />}
      <CheckboxField name="screenshotNamesInOutput" label="Read screenshot names from the output" />
    </>
  );
}

function YesOrNoField({ name, label }: { name: keyof ProjectForm & string; label: string }) {
  return (
    <SelectField name={name} label={label} required placeholder="Pick one" data={[...yesOrNo]} allowDeselect={false} />
  );
}
