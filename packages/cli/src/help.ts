const settings = `Settings
  ASSAY_URL       Where Assay is, as https://assay.example.com. Or --url.
  ASSAY_API_KEY   The account's API key; an administrator makes it under Settings, Integrations.
                  There is no option for it: options end up in logs.`;

const exits = `Exit codes
  0  passed, or started without --wait     4  the service cannot be reached
  1  failed                                5  the service refused, and says why
  2  canceled                              6  still running when --timeout was over
  3  wrong usage`;

export const helps = {
  general: `assay: test runs from a CI job

Usage
  assay run     Start a test run, and wait for its verdict with --wait
  assay upload  Upload results that were made elsewhere (JUnit XML) as a test run
  assay build   Upload a build that tests can be run from
  assay deploy  Say that a version was deployed, to be tested with 'assay run --latest-deploy'
  assay cancel  Cancel a test run

  assay <command> --help says more.

${settings}

${exits}
`,

  run: `assay run: start a test run on Assay's runners

Usage
  assay run --project KEY --environment KEY [options]

Options
  --branch NAME        Branch; the project's default branch unless said
  --commit REF         Commit or tag; the branch's newest unless said
  --build ID           Run from this build, as 'assay build' prints it; the repository unless said
  --latest-deploy      Run what was last deployed of the project in the environment ('assay deploy'),
                       in place of --branch, --commit and --build
  --suite NAME         Run this test suite of the project, by its name or id. What the options below do
                       not say is as the suite says
  --tags A,B           Run only tests with one of these tags
  --exclude-tags A,B   Leave out tests with one of these tags
  --filter TEXT        Run only this test, or 'Regex: …' over file and name; may be repeated
  --runners N          Most runners at a time; the suite's or project's own number unless said
  --copies N           Run each test so often, 1 to 100, to shake out flaky ones; once unless said
  --priority N         1 to 10; higher goes first
  --ignore-quarantine  Quarantined tests count like all others
  --retry-failed       Try failed tests again
  --wait               Wait for the verdict, and end with it; who stops waiting (Ctrl-C) stops no run
  --timeout MINUTES    Wait no longer than this (the run goes on); 180 unless said
  --json               Print one JSON object instead of text
  --url URL            In place of ASSAY_URL

Examples
  assay run --project shop --environment staging --branch "$GITHUB_REF_NAME" --commit "$GITHUB_SHA" --wait
  assay run --project shop --environment staging --latest-deploy --suite 'Smoke tests' --wait

${settings}

${exits}
`,

  upload: `assay upload: upload results as a test run

Usage
  assay upload FILES… --project KEY --environment KEY [options]

  FILES are JUnit XML, gzipped or not, zip archives of it (with the screenshots and videos that tests
  name), or patterns such as 'build/**/TEST-*.xml'. Put patterns in quotes: they are looked up here,
  alike on every system. XML is sent compressed.

Options
  --branch NAME        Branch; the project's default branch unless said
  --commit SHA         Commit that was tested
  --stage ID           Pipeline stage
  --ignore-quarantine  Quarantined tests count like all others
  --once               The same files for the same project, environment, branch and commit are the same
                       run, however often this is called
  --idempotency-key K  Repeats with this key are the same upload (a build's number, say); a key of its
                       own for each call unless said, so that its own retries make one run
  --allow-failure      End with 0 when the results were taken, whatever the verdict
  --json               Print one JSON object instead of text
  --url URL            In place of ASSAY_URL

Example
  assay upload 'reports/**/*.xml' --project shop --environment ci --branch main --commit "$GIT_COMMIT"

${settings}

${exits}
`,

  build: `assay build: upload a build that tests can be run from

Usage
  assay build FILE|FOLDER --project KEY --name NAME [options]

  FILE is a zip, tar.gz or tar archive. Of a FOLDER its content is sent, packed here, without .git and
  node_modules. Prints the build's id, for 'assay run --build ID'.

Options
  --branch NAME        Branch that it was built of
  --commit SHA         Commit that it was built of; the newest unless said
  --idempotency-key K  Repeats with this key and the same file are the same build; a key of its own for
                       each call unless said
  --json               Print one JSON object instead of text
  --url URL            In place of ASSAY_URL

Example
  id=$(assay build dist --project shop --name "$CI_PIPELINE_ID" --branch main --commit "$CI_COMMIT_SHA")
  assay run --project shop --environment staging --build "$id" --wait

${settings}

${exits}
`,

  deploy: `assay deploy: say that a version of a project was deployed

Usage
  assay deploy --project KEY --environment KEY (--commit REF | --branch NAME | --build ID) [options]

  Assay deploys nothing: call this when your deployment has worked. Prints the deploy's id. From then on
  'assay run --latest-deploy' tests that version in that environment.

Options
  --commit REF         Commit or tag that was deployed
  --branch NAME        Branch that it is of. Without --commit, runs test the branch's newest commit, which
                       may be newer than what was deployed
  --build ID           Build that was deployed, as 'assay build' prints it
  --build-name NAME    What you call the version, where it is no build of Assay's
  --idempotency-key K  Repeats with this key are the same deploy (a pipeline's number, say); a key of its
                       own for each call unless said
  --json               Print one JSON object instead of text
  --url URL            In place of ASSAY_URL

Example
  ./deploy-to-staging.sh
  assay deploy --project shop --environment staging --branch "$CI_COMMIT_REF_NAME" --commit "$CI_COMMIT_SHA"
  assay run --project shop --environment staging --latest-deploy --suite 'Smoke tests' --wait

${settings}

${exits}
`,

  cancel: `assay cancel: cancel a test run

Usage
  assay cancel RUN [--json] [--url URL]

  RUN is the run's id, as 'assay run --json' prints it. A run that has finished stays as it is.

${settings}

${exits}
`,
} as const;
