/** Limits, page sizes and intervals shared by server and client, in the units their names say. */
export const limits = {
  pageOfTestRuns: 10,
  /** What people choose from. */
  pageSizesOfTestRuns: [10, 25, 50],
  /** Of the runs that filters leave, so many behind the start of a page are counted. */
  countedTestRuns: 10_000,
  /** The newest runs that a search or an order other than by time takes in. */
  searchedTestRuns: 10_000,
  /** Of how many choices of a filter the runs are counted. */
  countedChoices: 200,
  /** The newest runs of a commit, which a gate looks at. */
  gateRuns: 1_000,
  pageOfBuilds: 20,
  /** Active at a time. */
  sharedLinksOfRun: 20,
  /** Failed tests that a shared run names first. */
  sharedFailures: 100,
  pageOfSharedResults: 100,
  pageOfDeploys: 20,
  pageOfTestPlanRuns: 10,
  pageOfReleases: 10,
  /** Versions of projects that one release ships. */
  shippedVersions: 20,
  /** Runs that the answer of a criterion names. */
  citedEvidence: 20,
  /** Of a rule, before its template is saved. */
  releasesTried: 8,
  /** In use at a time, and so the criteria of a release. */
  criteriaTemplates: 100,
  pageOfRunSelector: 100,
  /** How long before its end somebody is told of a quarantine. */
  quarantineNoticeDays: 3,
  maxPage: 100,
  /** Of long lists of tests, where pages are chosen, and of how many items on that is offered. */
  resultsPage: 20,
  resultsPagedAbove: 200,
  replayPage: 2_000,
  maxResultsPage: 10_000,
  /** What is shown of a large run while all of its results are read. */
  firstResults: 500,
  /** Tests of a run that is shown in parts. */
  largeRun: 2_000,
  pageOfComparedTests: 1_000,
  /** Tests of a run that is compared with another one. */
  comparedTests: 250_000,
  /** `text`: of all of them, one a line. */
  runAttributes: { count: 20, key: 64, value: 256, text: 20 * (64 + 1 + 256 + 2) },
  selectedTests: 10_000,
  reviewedTests: 500,
  problemNoteLength: 1000,
  /** Tests that are reported as one issue, and as many are stored with it. */
  issueTests: 500,
  /** Added by hand to one test. */
  issueKeysOfTest: 10,
  /** In characters: the problems of a root cause. */
  rootCauseIds: 10_000,
  shownTrackedIssues: 200,
  /** Of an analysis of a run, and of one of its causes. */
  rootCauses: 200,
  testsOfCause: 50,
  fingerprintsOfDecision: 500,
  comparedFailures: 50_000,
  /** Of a trial of a project's settings: how long it may wait for an agent and take, and how much of it is shown. */
  projectTrial: { waitMinutes: 10, minutes: 15, shownTests: 20, log: 64_000 },
  testTimeoutSeconds: { min: 1, max: 10_800, default: 900 },
  testRunTimeoutMinutes: { min: 1, max: 1440, default: 180 },
  priority: { min: 1, max: 10, default: 1 },
  settleSeconds: { min: 0, max: 3600, default: 30 },
  catchUpMinutes: { min: 0, max: 1440, default: 60 },
  /** Between two times of a trigger. */
  cronMinutesApart: 5,
  cronLength: 200,
  deployedProjects: 100,
  shownTriggerSlots: 10,
  /** How long logs, details and attachments may be kept. */
  retentionDays: { min: 1, max: 3650 },
  /** How large they may be together. */
  retentionMegabytes: { min: 100, max: 1_000_000_000 },
  shownRetentionSweeps: 10,
  /** Refusals in a row of which a trigger speaks up. */
  toldRefusals: 5,
  alertBranches: 20,
  /** Channels of Microsoft Teams that an account connects. */
  teamsChannels: 200,
  alertCount: { min: 1, max: 1_000_000 },
  alertPercent: { min: 0, max: 100 },
  alertsInARow: { min: 1, max: 20 },
  /** By which tests are found flaky. Runs of so many days are looked at, and a hundred results of each test are kept. */
  flakyDays: { min: 1, max: 30 },
  flakyFlips: { min: 3, max: 50 },
  flakyResults: { min: 5, max: 100 },
  flakySettled: { min: 2, max: 50 },
  flakyRecovery: { min: 1, max: 100 },
  flakyPercent: { min: 0, max: 50 },
  testPlanStages: 50,
  /** Of a plan, in all its stages. */
  testPlanSuites: 200,
  workflowSteps: 60,
  /** The place of a test distribution rule: there are as many rules at most. */
  distributionRuleOrder: { min: 0, max: 30 },
  distributionPatterns: 20,
  /** Days in a quarter of test distribution, which compares two of them. */
  distributionDays: 91,
  /** How long ago a moment of the past may be, for which that is still known. */
  distributionAsOfDays: 200,
  pageOfDistributedTests: 50,
  /** Earlier plan runs that say how long one usually takes. */
  usualTestPlanRuns: 10,
  copies: { min: 1, max: 100, default: 1 },
  /** Tests of a run that has copies, each copy counted. */
  copiedTests: 100_000,
  testTags: 100,
  resultFiles: 20,
  testPackages: 50,
  testArtifacts: 50,
  frameworkArguments: 50,
  /** How long a project's server may take to answer. */
  serverWaitSeconds: 120,
  runnersWhenUnknown: 10,
  /** Where environments without a stage rank among the stages. */
  noStagePriority: 1000,
  /** Characters of a password at least; `ASSAY_PASSWORD_MIN_LENGTH` sets a number from min to max. */
  passwordMinLength: { min: 8, max: 128 },
  maxPasswordLength: 1000,
  /** Of a code of an authenticator app or a recovery code, with the blanks that people type. */
  maxCodeLength: 40,
  invitationDays: 7,
  /** What one person has made of so many insights is kept: they expire within weeks, so older marks are about none. */
  insightMarks: 500,
  /** How long an invitation that expired is kept, to be sent again. */
  expiredInvitationDays: 30,
  passwordResetMinutes: 30,
  messageLength: 4000,
  messageEditMinutes: 15,
  pageOfMessages: 200,
  mentions: 50,
  pageOfNotices: 50,
  /** In how many accounts somebody has a role who creates another one. */
  accountsOfPerson: 20,
  /** How long a new address may be verified. */
  registrationHours: 24,
  /** How long staff may act in an account before they have to say why again. */
  staffRoleHours: 8,
  /** How long read-only access of staff to the runs of an account lasts, in hours. */
  staffAccessHours: 8,
  /** Runs on a page of the staff's search. */
  pageOfStaffRuns: 40,
  /** People whom each person may tell about Assay. */
  friendsTold: 10,
  commitLength: 10,
  gitRefLengthOnRun: 8,
  branchLength: 40,
} as const;

/** How often a screen polls while there is no live connection. */
export const pollSeconds = {
  runListWaiting: 5,
  runListActive: 10,
  runListIdle: 60,
  runAndTests: 5,
  singleTest: 5,
  analysis: 5,
  agents: 20,
  testPlanRuns: 20,
  messages: 30,
  notices: 60,
  dashboard: 60,
} as const;

export const retries = {
  statusChange: { attempts: 60, intervalSeconds: 1 },
  userLoad: { attempts: 20, intervalSeconds: 1 },
  listSeconds: 2,
} as const;
