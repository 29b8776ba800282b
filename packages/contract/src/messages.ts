/** The texts that forms show for a broken rule; the server answers with the same ones. */
export const messages = {
  blank: "Can't be blank",
  notInFuture: 'Select a date in the future',
  selectAnswer: 'Select an answer',
  invalidEmail: 'Invalid email address',
  invalidLength: 'Invalid length',
  invalidValue: 'Invalid value',
  invalidIssueKey: 'Enter an issue key such as SHOP-812 or northwind/shop#7',
  invalidCommit: 'Must be a commit: its id, or at least its first 7 digits',
  invalidDay: 'Must be a date',
  releaseUpdated: 'Successfully updated release!',
  releaseCriteriaUpdated: 'Successfully updated release criteria!',
  invalidDateRange: 'Must be a first and a last day or time in ISO 8601, with a comma between them',
  inFuture: 'Must not be in the future',
  invalidTimeframe: 'Must be later than the start, by at most 100 days',
  unsuitableFrequency: 'Hours are of a single day, months of 60 days or more',
  notANumber: 'Must be a number',
  nameRequired: 'Name is required',
  nameTaken: 'This name is already in use',
  keyTaken: 'This key is already in use',
  variableTwice: 'Two variables have the same key',
  invisibleCharacters: 'Has characters that cannot be seen',
  unusableInAddress: 'Cannot be part of an address: it has / or \\ in it, or means something else there',
  authorizationNotCompleted: 'Authorization Not Completed',
  authorizeProviderFirst: 'You must authorize a Git provider before you can add a repository',
  invalidUrl: 'Invalid URL',
  insecureAddress: 'Must be an https address',
  invalidOrganization: 'As in the address of its page at GitHub: letters, digits and dashes',
  invalidToken: 'Invalid token',
  formFailed: 'Form validation failed',
  commonPassword: 'This is one of the passwords that are guessed first.',
  passwordsDiffer: 'Passwords must match',
  wrongPassword: 'This is not your password.',
  wrongCode: 'This is not the code that the app shows now.',
  loginFailed: 'Invalid email or password',
  emailTaken: 'Email already used',
  authDenied: 'The provider did not sign you in: you or an administrator there said no.',
  authReturnFailed:
    'Unable to finish at this time. Please try again. If problem persists, please report the issue here.',
  invitationInvalid: 'Your token is no longer valid! Please ask to be invited to the organization again.',
  registrationClosed: 'Only people who were invited can create a login here. Ask an administrator to invite you.',
  verificationInvalid: 'Your token is no longer valid!',
  checkYourEmail: "You're almost there! Check your email. Once your email address is verified you can get started.",
  emailNotVerified: 'Verify your email address first: open the link in the mail that was sent to it.',
  captchaFailed: 'Captcha has failed or has not yet completed.',
  selectPlan: 'You must select a plan',
  invalidCard: 'Invalid Credit Card',
  processorAway: 'Could not communicate with credit card processor',
  paymentFailed: 'The payment failed for an unexpected reason. Check which plan you have before you try again.',
  cardMissing: 'Enter a card',
  cardNeedsConfirmation: 'The bank of this card confirms each payment, which is not possible here. Use another card.',
  paymentMissing: 'Your organization has an unpaid invoice, so no run starts. Settle it in Settings, under Payment.',
  resetInvalid: 'Invalid Password Reset Token',
  selectEnvironment: 'You must select an environment',
  noSuchProject: 'There is no such project.',
  noSuchEnvironment: 'There is no such environment.',
  selectBuild: 'You must select a build',
  selectBranch: 'You must select a branch',
  noLatestDeploy: 'Selected project does not have a latest deploy',
  notWithLatestDeploy: 'Leave this out where the latest deploy is tested',
  validCron: 'Valid Cron expression required',
  validSchedule: 'Valid schedule required',
  cronTooOften: 'Leave at least 5 minutes between two times',
  selectTimeZone: 'Select a time zone, such as Europe/Berlin',
  selectTestPlan: 'You must select a Test Plan',
  noTestPlanRuns: 'No Test Plan Runs Found',
  confirmStopPlanRun: 'Are you sure you stop this run?',
  testingTimeExpected:
    'Runs in progress are expected to use the rest of the testing time of your plan for this month (UTC).',
  testingTimeQuota: 'Your organization has used the testing time of its plan for this month (UTC).',
  openRunsQuota: 'As many test runs of the account are unfinished as may be. Wait for one to end.',
  noSuchTestPlan: 'There is no such test plan.',
  testPlanGone: 'The test plan was deleted before it could be run.',
  testPlanWithoutSuites: 'Add a suite to the test plan first',
  noSuiteFound: 'No suite found',
  tooManyStages: 'A test plan has at most 50 stages',
  tooManyPlanSuites: 'A test plan has at most 200 suites',
  deployNamesVersion:
    'What is deployed there decides what is tested: name the environment without {branch} and {build}',
  unknownPlaceholder: 'Only {branch} and {build} stand for something',
  triggerGone: 'The trigger was deleted before it could start anything.',
  unnamedTrigger: 'By hand',
  specifyName: 'You must specify a name',
  environmentTooLarge: 'Environment too large',
  planLacksFeature: 'The plan of the account does not include this.',
  planWithoutWindows: 'Your plan does not include Windows runners',
  selectOneProject: 'You must select at least one project',
  suiteOfOtherProject: 'The suite is one of another project',
  distributionAsOf: 'Must be within the last 200 days',
  selectTestSuite: 'You must select a Test Suite',
  validWebhookUrl: 'You must provide a valid Webhook URL',
  slackMember: 'Enter the member ID of your profile at Slack, such as U012AB3CD',
  slackChannel: 'You must provide a Slack Channel',
  validTeamsUrl: 'You must provide a valid Microsoft Teams Incoming Webhook URL',
  teamsChannelName: 'Enter a name for the channel',
  noSuchTeamsChannel: 'Channel not found. Choose another one.',
  tooManyTeamsChannels: 'An organization can connect up to 200 channels.',
  selectTrackerProject: 'Select a project',
  selectIssueType: 'Select an issue type',
  noFailuresToAnalyze: "this test run doesn't have any failures",
  noFailedTests: 'No test of this run fails',
  noneOfThemFails: 'None of these tests fails',
  notOfThisRun: 'Not a test of this run',
  noFailureHasRootCause: 'No failed test of this run has this root cause',
  selectReported: 'Select a test run, tests or a root cause',
  filledInAtTracker: 'Can be filled in at the tracker only',
  noJiraThere: 'There is no Jira at this address',
  jiraEmail: 'Enter the email address that the API token belongs to',
  tokenByConnecting: 'Connect the service again to replace its token.',
  alertTestName: 'Say what the name of a failed test contains',
  noSuchPipelineStage: 'There is no such pipeline stage.',
  noSuchTestSuite: 'There is no such test suite.',
  selectFramework: 'Select a testing framework',
  selectFrameworkVersion: 'Select a testing framework version',
  selectDefaultBranch: 'You must select a default branch',
  dllMissing: 'You must specify at least one DLL containing tests to run',
  dllInvalid: 'Invalid DLL name, the file should end with .dll',
  packageMissing: 'You must specify at least one package containing tests to run',
  packageInvalid: 'Invalid package name',
  nameYourFramework: 'Enter the name of your testing framework',
  serverUrlMissing: 'Say which URL answers once the server is there',
  serverCommandMissing: 'Say which command starts the server',
  argumentsReserved: 'Assay itself sets the config file, reporter, selection, retries and parallelism',
  tooManySelected: 'At most 10,000 tests can be selected. Rerun the whole test run.',
  eachTestOnce: 'Name each test once',
  uploadFailed: 'Test run upload failed',
  unreadableTitle: "We weren't able to read this test file.",
  unreadableBody: 'Please confirm that it is in the valid junit xml format',
  uploadNotJunit: 'File upload failed. Please make sure your test results are in JUnit.xml format.',
  notInThePast: 'Must be a time in the past.',
  uploadNoResults: 'The file holds no test results.',
  /** In place of the name of somebody who is gone. */
  erasedPerson: 'Erased person',
  noTestRuns: 'No test runs found',
  noItems: 'No Items Found',
  selectTwoRuns: 'Please select two test runs for comparison',
  noTestsToCompare: 'No tests to compare',
  noOrderInComparison: 'A comparison has its own order: leave out "order by" and "limit"',
  differentProjects: 'Test runs are from different projects',
  noVideos: 'No videos for this test',
  noScreenshots: 'No screenshots were captured for this test',
  noQuarantinedTests: 'No tests are currently quarantined',
  errorLoadingTests: 'Error loading tests',
  commitInfoFailed: 'Failed to load commit info, please click Close and try again!',
  somethingWrong: 'Something went wrong',
  tryAgain: 'Please try again',
} as const;

/** @returns the text for a number out of bounds, which are in `unit` if given. */
export function betweenMessage(min: number, max: number, unit?: string): string {
  return `Must be between ${min} and ${max}${unit ? ` ${unit}` : ''}`;
}

/** @returns the text for a password with fewer characters than this installation requires */
export function shortPasswordMessage(minLength: number): string {
  return `Password must be at least ${minLength} characters`;
}

/** @returns the text for a promo code that does not exist or has ended */
export function promoCodeMessage(code: string): string {
  return `Promo Code ${code} is not currently valid`;
}

/** @returns why a trigger that tests the latest deploy cannot start anything */
export function noLatestDeployMessage(project: string, environment: string): string {
  return `No Latest Deploy for ${project} in ${environment}. Trigger cannot be run.`;
}

/** @returns why a suite of a test plan that tests the latest deploy cannot start */
export function noDeployForSuiteMessage(project: string, environment: string): string {
  return `No latest deploy of ${project} in ${environment}`;
}

/** The status info of a run canceled because a newer one asks for the same. */
export function supersededMessage(number: number): string {
  return `Run #${number} asks for the same tests on this branch and has taken this one's place.`;
}

const allRunners = (most: number) => (most === 1 ? 'its one runner' : `all its ${most} runners`);

/** Why a run is waiting. */
export const waitingTexts = {
  noAgent: 'Waits for an agent: none is connected. The Agents page shows how to start one.',
  onlyStopping: 'Waits for an agent: those that are connected are being stopped or replaced, and take no new work.',
  onlyInPools:
    "Waits for an agent: those that are connected serve runner pools, and this environment's stage has none.",
  placesTaken: (places: number) =>
    `Waits for a runner: ${places === 1 ? 'the one place of the agent is' : `all ${places} places of the agents are`} taken.`,
  accountFull: (most: number) => `Waits for a runner: the account has ${allRunners(most)} at work.`,
  noRunnerOf: (pool: string) => `Waits for a runner: no runner of pool ${pool} is connected.`,
  poolFull: (pool: string, most: number) => `Waits for a runner: pool ${pool} has ${allRunners(most)} at work.`,
  poolGone: 'Waits for a runner: the runner pool of its pipeline stage was deleted. Give the stage another one.',
  environmentFull: (environment: string, most: number) =>
    `Waits for its turn: ${environment} takes ${most === 1 ? 'one run' : `${most} runs`} at once.`,
} as const;

/** Why an agent has nothing to do. */
export const idleTexts = {
  noWork: 'Idle: no run waits for a runner.',
  stopping: 'Takes no new work: it is being stopped.',
  replaced: 'Takes no new work: it was replaced.',
  busyElsewhere: 'All its places are taken by work of other accounts.',
  onlyInPools: 'Idle: waiting runs are served by runner pools, and it is in none.',
  otherPools: (pool: string) => `Idle: no run waits for pool ${pool}.`,
  poolFull: (pool: string, most: number) => `Idle: pool ${pool} has ${allRunners(most)} at work.`,
  accountFull: (most: number) => `Idle: the account has ${allRunners(most)} at work.`,
} as const;
