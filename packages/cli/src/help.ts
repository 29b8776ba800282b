const settings = `Settings
  ASSAY_URL       URL of Assay, such as https://assay.example.com. Or --url.
  ASSAY_API_KEY   The account's API key; an administrator creates it under Settings, Integrations.
                  There is no option for it: options end up in logs.`;

const exits = `Exit codes
  0  passed, or started without --wait     4  the service cannot be reached
  1  failed                                5  the service refused, and says why
  2  canceled                              6  still running when --timeout was over
  3  wrong usage                           7  inconclusive: only skipped or quarantined tests ran,
                                              or a gate has no evidence`;

export const helps = {
  general: `assay: test runs from a CI job

Usage
  assay run      Start a test run, and wait for its verdict with --wait
  assay plan     Run a test plan, and wait for its verdict with --wait
  assay upload   Upload results of other test runners (JUnit XML, TAP, JSON) as a test run
  assay import   Import the results of past runs, so that tests have a history on day one
  assay build    Upload a build to run tests from
  assay deploy   Report a deployed version, to test it with 'assay run --latest-deploy'
  assay config   Export the configuration of the account as a file, and apply it
  assay gate     Ask whether the runs of a commit let it pass, or what was decided on a release
  assay wait     Wait for the verdict of a test run
  assay cancel   Cancel a test run
  assay message  Write a message about a test run
  assay mcp      Serve coding agents by the Model Context Protocol on standard input and output

  assay <command> --help shows the options; assay --version shows the version.

${settings}

${exits}
`,

  run: `assay run: start a test run on Assay's runners

Usage
  assay run --project KEY --environment KEY [options]

Options
  --branch NAME        Branch (default: the project's default branch)
  --commit REF         Commit or tag (default: the branch's newest)
  --build ID           Run from this build, by the id that 'assay build' prints (default: the repository)
  --latest-deploy      Run the project's latest deploy to the environment ('assay deploy'), instead of
                       --branch, --commit and --build
  --suite NAME         Run this test suite of the project, by its name or id. The options below override
                       the suite's settings
  --tags A,B           Run only tests with one of these tags
  --exclude-tags A,B   Leave out tests with one of these tags
  --filter TEXT        Run only this test, or 'Regex: …' over file and name; may be repeated
  --runners N          Maximum of runners at a time (default: the suite's or project's own)
  --copies N           Run each test N times, 1 to 100, to expose flaky tests (default: once)
  --priority N         1 to 10; higher goes first
  --ignore-quarantine  Quarantined tests count like all others
  --retry-failed       Try failed tests again
  --no-retry-failed    Do not, whatever the suite or project says
  --parallelize-by X   file: the tests of a file stay together; test: each goes to any runner
  --test-timeout S     Seconds that a test may take, 1 to 10800
  --run-timeout MIN    Minutes that the run may take, 1 to 1440
  --playwright-project NAME
                       Run only this project of the Playwright configuration
  --attribute KEY=VALUE
                       Tells this run apart from others, such as browser=firefox; may be repeated
  --wait               Wait for the verdict and exit with it; Ctrl-C ends the wait, not the run
  --timeout MINUTES    Wait no longer than this; the run continues (default: 180)
  --json               Print one JSON object instead of text, with every failed test
  --url URL            Instead of ASSAY_URL

Examples
  assay run --project shop --environment staging --branch "$GITHUB_REF_NAME" --commit "$GITHUB_SHA" --wait
  assay run --project shop --environment staging --latest-deploy --suite 'Smoke tests' --wait

${settings}

${exits}
`,

  plan: `assay plan: run a test plan

Usage
  assay plan run KEY [options]
  assay plan cancel KEY RUN [--json] [--url URL]

  KEY is the key of the plan. Its suites run stage by stage, all on what was deployed, and on the commits
  that branches had, when it was started. RUN is the id of a plan run, as 'assay plan run --json' prints it.
  What is canceled starts nothing more, not even stages that always run.

Options
  --wait               Wait for the verdict and exit with it; Ctrl-C ends the wait, not the run
  --timeout MINUTES    Wait no longer than this; the run continues (default: 180)
  --json               Print one JSON object instead of text, with every stage and suite
  --url URL            Instead of ASSAY_URL

Example
  assay deploy --project shop --environment staging --branch "$CI_COMMIT_REF_NAME" --commit "$CI_COMMIT_SHA"
  assay plan run release-gate --wait

${settings}

${exits}
`,

  upload: `assay upload: upload results as a test run

Usage
  assay upload FILES… --project KEY --environment KEY [options]

  FILES are JUnit XML, TAP, JSON of common tools (Playwright, Jest, Vitest, Mocha, Cucumber, RSpec, go test,
  Dart, Flutter, pytest-reportlog, CTRF, Allure) or output.xml of Robot Framework, gzipped or not, zip or tar archives of these
  (with the screenshots and videos that tests name), or patterns such as 'build/**/TEST-*.xml'. Put patterns
  in quotes: this command expands them in the same way on every system. XML is sent compressed, more than
  100 files as one archive.

Options
  --branch NAME        Branch (default: the project's default branch)
  --commit SHA         Tested commit
  --stage NAME         Pipeline stage, by its name or id
  --ignore-quarantine  Quarantined tests count like all others
  --exit-code N        Exit code of the command that wrote the files: other than 0 fails the run even if
                       no test in the files failed (such as "$?" right after the command)
  --root DIR           Shorten absolute paths of test files by this folder, so that a test has one history
                       wherever it runs. In JSON reports they are shortened by the current folder
                       without this option
  --attribute KEY=VALUE
                       Tells this run apart from others, such as browser=firefox; may be repeated
  --once               Repeating the call with the same files, project, environment, branch and commit
                       gives the same run
  --idempotency-key K  Repeated calls with this key are the same upload (such as a build number; default:
                       a new key per call, for its own retries)
  --ci                 Take branch, commit, pull request and job from the variables of GitHub Actions, GitLab,
                       Bitbucket, Azure Pipelines, Jenkins, Buildkite or CircleCI; repeating the call in the
                       same attempt of a job gives the same run; annotate failed tests and write a summary
                       (GitHub). If Assay cannot be reached, warn and exit with 0, or with 1 where --exit-code
                       is other than 0
  --strict             With --ci: exit with 4 if Assay cannot be reached
  --code-quality FILE  Write failed tests to FILE as GitLab shows them next to the changes of a merge request
  --fail-on WHAT       failures: exit with the verdict of this run (default); gate: with what 'assay gate' answers
                       for its commit; never: with 0 once the results are accepted. Quarantined failures do not
                       count
  --allow-failure      The same as --fail-on never
  --json               Print one JSON object instead of text
  --url URL            Instead of ASSAY_URL

Examples
  assay upload 'reports/**/*.xml' --project shop --environment ci --ci
  assay upload 'reports/**/*.xml' --project shop --environment ci --branch main --commit "$GIT_COMMIT"

${settings}

${exits}
`,

  import: `assay import: import the results of past runs

Usage
  assay import PATHS… --project KEY --environment KEY [options]

  PATHS are folders, searched with all below them, or single files: JUnit XML and other reports in XML, and results
  folders of Allure. The reports of one folder that ran within an hour of each other are a run; an archive (zip, tar,
  tar.gz) is one as well. A run gets the time that its reports say (timestamp of JUnit XML, start of Allure), or else
  that of its newest file.

  Imported runs send no alerts and change no commit status. Each is imported once: start the same command
  again after an interruption, and it goes on.

Options
  --since DATE         Import runs from this day on, as 2026-01-31 (default: a year ago)
  --branch NAME        Branch (default: the project's default branch)
  --root DIR           Shorten absolute paths of test files by this folder
  --dry-run            Only say what would be imported
  --json               Print one JSON object instead of text
  --url URL            Instead of ASSAY_URL

Example
  assay import ./archive --project shop --environment ci --since 2026-01-01 --dry-run

${settings}

${exits}
`,

  build: `assay build: upload a build to run tests from

Usage
  assay build FILE|FOLDER --project KEY --name NAME [options]

  FILE is a zip, tar.gz or tar archive. The content of a FOLDER is packed first, without .git and
  node_modules. Prints the build's id, for 'assay run --build ID'.

Options
  --branch NAME        Branch that was built
  --commit SHA         Commit that was built (default: the newest)
  --idempotency-key K  Repeated calls with this key and the same file are the same build (default: a new
                       key per call)
  --json               Print one JSON object instead of text
  --url URL            Instead of ASSAY_URL

Example
  id=$(assay build dist --project shop --name "$CI_PIPELINE_ID" --branch main --commit "$CI_COMMIT_SHA")
  assay run --project shop --environment staging --build "$id" --wait

${settings}

${exits}
`,

  deploy: `assay deploy: report that a version of a project was deployed

Usage
  assay deploy --project KEY --environment KEY (--commit REF | --branch NAME | --build ID) [options]

  Assay deploys nothing: call this after a successful deployment. Prints the deploy's id. From then on
  'assay run --latest-deploy' tests that version in that environment.

Options
  --commit REF         Deployed commit or tag
  --branch NAME        Its branch. Without --commit, runs test the branch's newest commit, which
                       may be newer than what was deployed
  --build ID           Deployed build, by the id that 'assay build' prints
  --build-name NAME    Your name for the version, if it is not a build in Assay
  --idempotency-key K  Repeated calls with this key are the same deploy (such as a pipeline number;
                       default: a new key per call)
  --json               Print one JSON object instead of text
  --url URL            Instead of ASSAY_URL

Example
  ./deploy-to-staging.sh
  assay deploy --project shop --environment staging --branch "$CI_COMMIT_REF_NAME" --commit "$CI_COMMIT_SHA"
  assay run --project shop --environment staging --latest-deploy --suite 'Smoke tests' --wait

${settings}

${exits}
`,

  config: `assay config: what an account runs, where, when, and who is told, as a file

Usage
  assay config export [-o FILE] [--json] [--url URL]
  assay config apply FILE [options]

  FILE is YAML; - reads it from the standard input. 'export' writes all settings, without the values of
  secrets: pools, pipeline stages, environments, projects with their suites, test plans, triggers and alerts.
  'apply' adds what the account lacks and changes what differs, by key or name (alerts by what they are
  about). What the file leaves out stays as it is, and nothing is deleted; the variables of an environment or
  a stage, and the stages and suites of a test plan, are whole lists where the file has them. Applying a file
  twice changes nothing.

  A secret is a variable with 'secret: NAME' instead of a value, or the address of an alert by
  'destinationSecret: NAME'. What is stored is kept; a new one takes its
  value from ASSAY_SECRET_NAME.

Options
  --dry-run            Print what would change, and change nothing
  --replace-secrets    Stored secrets too take the values that ASSAY_SECRET_… have
  --json               Print one JSON object instead of text; 'export' writes JSON, which 'apply' reads as well
  --url URL            Instead of ASSAY_URL

Example
  assay config export -o assay.yaml
  assay config apply assay.yaml --dry-run

${settings}

${exits}
`,

  gate: `assay gate: ask whether the runs of a commit let it pass, or what was decided on a release

Usage
  assay gate --project KEY --commit SHA [options]
  assay gate --release ID [--project KEY --commit SHA] [options]

  Of runs of the same tests in the same environment the newest decides; a rerun of failed tests counts with
  the run that it repeats. The gate is open only if at least one whole run passed, and no run that decides
  failed, is in progress, was canceled or is inconclusive. Starts nothing.

  With --release, its latest decision is the answer: open after Go, closed after No-Go, closed for now without one,
  whatever its criteria say. A project and commit that the release does not ship have no evidence.

Options
  --commit SHA         The commit, or its first 7 digits or more
  --release ID         The release, by the id in the address of its page
  --suite NAME         This test suite has to pass, by its name or id; may be repeated (default: all that ran)
  --environment KEY    Only runs in this environment count; may be repeated (default: any)
  --max-age HOURS      Runs that ended longer ago are no evidence
  --wait               Wait until runs in progress have ended, and for a first run, or for a decision on the
                       release; exit with the answer
  --timeout MINUTES    Wait no longer than this (default: 180)
  --json               Print one JSON object instead of text, with the runs that decide
  --url URL            Instead of ASSAY_URL

Example
  assay gate --project shop --commit "$GIT_COMMIT" --suite 'Smoke tests' --max-age 24 && ./deploy.sh
  assay gate --release "$RELEASE_ID" --project shop --commit "$GIT_COMMIT" --wait && ./deploy.sh

${settings}

${exits}
`,

  wait: `assay wait: wait for the verdict of a test run

Usage
  assay wait RUN [options]

  RUN is the run's id, as 'assay run --json' prints it. Exits with the verdict, as 'assay run --wait' does.

Options
  --timeout MINUTES    Wait no longer than this; the run continues (default: 180)
  --json               Print one JSON object instead of text, with every failed test
  --url URL            Instead of ASSAY_URL

${settings}

${exits}
`,

  cancel: `assay cancel: cancel a test run

Usage
  assay cancel RUN [--json] [--url URL]

  RUN is the run's id, as 'assay run --json' prints it. A finished run is not changed.

${settings}

${exits}
`,

  mcp: `assay mcp: serve coding agents by the Model Context Protocol

Usage
  assay mcp [--url URL]

A coding agent starts it and asks on standard input what failed, why and since when. What it may do is what
the API key allows. Agents that speak HTTP need no program: they connect to ASSAY_URL/mcp with the key.

${settings}
`,

  message: `assay message: write a message about a test run

Usage
  assay message RUN TEXT [options]

  RUN is the run's id, as 'assay run --json' prints it. TEXT is plain text of up to 4,000 characters; addresses
  in it are links. It is shown under the run's messages, as from CI.

Options
  --idempotency-key K  Repeated calls with this key are the same message (default: a new key per call)
  --json               Print one JSON object instead of text
  --url URL            Instead of ASSAY_URL

Example
  assay message "$RUN" "Deployed as $VERSION: $CI_PIPELINE_URL"

${settings}

${exits}
`,
} as const;
