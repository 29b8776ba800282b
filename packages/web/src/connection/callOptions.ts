import { topics } from '@assay/contract';
import type { CallName, Calls, ReadName } from './calls.ts';
import type { ChangeOptions } from './changeOf.ts';
import type { ReadOptions } from './readOf.ts';

type OptionsOf<Name extends CallName> = Name extends ReadName ? ReadOptions<Calls[Name]> : ChangeOptions<Calls[Name]>;

const minutes = 60;
const hours = 60 * minutes;
/** Reads that show which tests are in quarantine. */
const quarantines = ['listProjectTests', 'listEndingQuarantines', 'getFlakyTestInfo'] as const;

/** How the client caches answers, where the declaration of the call does not say it. */
export const callOptions: { readonly [Name in CallName]?: OptionsOf<Name> } = {
  // Sign-in
  login: { keepsSession: true },
  logout: { keepsSession: true },
  logOutEverywhere: { keepsSession: true },
  registerByEmail: { keepsSession: true },
  verifyEmail: { keepsSession: true },
  forgotPassword: { keepsSession: true },
  resetPassword: { keepsSession: true },
  startAuth: { keepsSession: true },
  finishAuth: { keepsSession: true },
  finishAuthByCode: { keepsSession: true },
  registerByProvider: { keepsSession: true },
  createAccountByProvider: { keepsSession: true },
  listAuthProviders: { keepUnusedDataFor: 1 * hours },
  getRegistration: { keepUnusedDataFor: 1 * hours },
  linkExternalIdentity: { outdates: ['listExternalIdentities'] },
  unlinkExternalIdentity: { outdates: ['listExternalIdentities'] },

  // The user and the account
  getMe: { keepUnusedDataFor: 1 * hours },
  getAccount: { keepUnusedDataFor: 1 * hours },
  listPlans: { keepUnusedDataFor: 1 * hours },
  createAccount: { outdates: ['getMe'] },
  acceptInvitation: { outdates: ['getMe'] },
  renameAccount: { outdates: ['getMe'] },
  changeAiOptOut: { outdates: ['getRunAnalysis', 'getTestAnalysis'] },
  changeTwoFactorRequirement: { outdates: ['getMe'] },
  completeSetup: { outdates: ['getMe', 'getAccount'] },
  tellAFriend: { outdates: ['getMe'] },
  changeNotificationSettings: { outdates: ['getMe'] },
  connectSlackMember: { outdates: ['getMe'] },
  changeProfile: { outdates: ['getMe', 'listUserRoles'] },
  changePassword: { outdates: ['listSessions'] },
  endSession: { outdates: ['listSessions'] },
  confirmTwoFactor: { outdates: ['getTwoFactor', 'listSessions'] },
  turnOffTwoFactor: { outdates: ['getTwoFactor'] },
  renewRecoveryCodes: { outdates: ['getTwoFactor'] },
  exportMe: { keepUnusedDataFor: 0 },
  unsubscribe: { outdates: ['getMailSubscription'] },
  resubscribe: { outdates: ['getMailSubscription'] },
  // All users share the topic: the list of one is read again for changes of their own.
  listNotices: { followsTopic: false },
  listInsights: {
    isPast: ({ query }) => Boolean(query?.at),
    // Every page asks: a refusal says nothing about the session.
    keepsSession: true,
  },
  markInsight: { keepsSession: true },

  listTestRuns: { screensRepeatFirst: true },
  // Runs answer the criteria that have a rule.
  getRelease: { alsoTopics: [topics.testRuns] },
  listReleaseCriteria: { alsoTopics: [topics.testRuns] },

  // Settings
  generateApiKey: { outdates: ['getApiKey'] },
  createApiKey: { outdates: ['listApiKeys'] },
  revokeApiKey: { outdates: ['listApiKeys'] },
  createAgentToken: { outdates: ['listAgentTokens'] },
  revokeAgentToken: { outdates: ['listAgentTokens'] },
  // It lets its reader in, so it is not stored.
  getInvitationLink: { keepUnusedDataFor: 0 },
  changeSsoRoles: { outdates: ['getSsoRoles'] },
  getStorage: { keepUnusedDataFor: 0 },
  changeRetention: { outdates: ['getStorage'] },
  listAccessLog: { keepUnusedDataFor: 0 },
  getGitHubInstallation: { keepUnusedDataFor: 0 },
  getSlackApp: { keepUnusedDataFor: 1 * hours },
  previewAlert: { keepUnusedDataFor: 30 },

  // Analytics: a refusal of a chart says nothing about the session.
  getTestRunInfo: { keepsSession: true },
  getTestInfo: { keepsSession: true },
  getFlakyTestInfo: { keepsSession: true },
  getFlakyTestOwners: { keepsSession: true },

  // Projects
  getProjectStats: { keepUnusedDataFor: 5 * minutes },
  listProjectTests: { keepUnusedDataFor: 5 * minutes },
  quarantineTest: { outdates: quarantines },
  dequarantineTest: { outdates: quarantines },
  listBranches: { keepUnusedDataFor: 15 * minutes },
  createSharedLink: { outdates: ['listSharedLinks'] },
  revokeSharedLink: { outdates: ['listSharedLinks'] },
  getSharedRun: { keepsSession: true },
  listSharedResults: { keepsSession: true },
  // The addresses of screenshots work for a minute or two.
  getSharedResult: { keepsSession: true, keepUnusedDataFor: 0 },
  makeBadgeAddress: { outdates: ['getBadge'] },
  revokeBadgeAddress: { outdates: ['getBadge'] },
  listCommits: { keepUnusedDataFor: 5 * minutes },
  getCommit: { keepUnusedDataFor: 1 * hours },
  listBuilds: { keepUnusedDataFor: 1 * hours },
  getBuild: { keepUnusedDataFor: 1 * hours },
  // There may be a newer one at the next question.
  getLatestDeploy: { keepUnusedDataFor: 0 },
  // The URL is valid for a few minutes.
  downloadBuild: { keepUnusedDataFor: 0 },
  getProjectTrial: { concerns: ({ params }, ids) => ids.includes(params.id) },

  // Test runs
  getTestResult: {
    concerns: ({ params: { id, testId } }, ids) => ids.includes(`${id}.${testId}`) || ids.includes(testId),
    alsoTopics: [topics.trackedIssues],
  },
  recentForEnvironments: { isPast: ({ query }) => Boolean(query?.at) },
  readLog: { keepUnusedDataFor: 0 },
  replayTestRun: { keepUnusedDataFor: 0 },
  toggleFollow: { outdates: ['listFollowers'] },
  editTestRunMessage: { outdates: ['listTestRunMessages'] },
  deleteTestRunMessage: { outdates: ['listTestRunMessages'] },
  getProblem: {
    concerns: ({ params: { problemId } }, ids) => ids.includes(problemId),
    alsoTopics: [topics.trackedIssues],
  },
  changeProblem: { outdates: ['getTestResult', 'getRunAnalysis', 'getTestAnalysis'] },
  getRunAnalysis: { alsoTopics: [topics.reviews, topics.trackedIssues] },
  getTestAnalysis: { alsoTopics: [topics.reviews, topics.trackedIssues] },
  getOutgoingAnalysis: { keepUnusedDataFor: 0 },
  requestRunAnalysis: { outdates: ['getAccount'] },
  requestTestAnalysis: { outdates: ['getAccount'] },
  search: { keepUnusedDataFor: 10 },

  // Issues: a refusal of the tracker says nothing about the session.
  listTrackerProjects: { keepsSession: true },
  getIssueMetadata: { keepsSession: true },
  createIssue: { outdates: ['getTestResult', 'getProblem', 'getRunAnalysis', 'getTestAnalysis'] },
  addToIssue: { outdates: ['getTestResult', 'getProblem', 'getRunAnalysis', 'getTestAnalysis'] },

  // Staff
  getStaffRight: { keepUnusedDataFor: 1 * hours },
  listStaffPeople: { keepUnusedDataFor: 0 },
  erasePerson: { outdates: ['listStaffPeople'] },
  changeAccountPlan: { outdates: ['listStaffAccounts'] },
  listPerformanceLogs: { keepUnusedDataFor: 0 },
  listPerformanceQuarters: { keepUnusedDataFor: 0 },
  toggleJob: { outdates: ['listJobs'] },
  runJob: { outdates: ['listJobs'] },
  takeStaffRole: { outdates: ['getMe'] },
  startStaffAccess: { outdates: ['getMe'] },
  endStaffAccess: { outdates: ['getMe'] },
  // What an account may have closed again since.
  getStaffHeader: { keepUnusedDataFor: 0 },
  listStaffTestRuns: { keepUnusedDataFor: 0 },
  getStaffTestRun: { keepUnusedDataFor: 0 },
  getStaffTest: { keepUnusedDataFor: 0 },
  getStaffTestListResult: { keepUnusedDataFor: 0 },
  readStaffRunLog: { keepUnusedDataFor: 0 },
  readStaffRunnerLog: { keepUnusedDataFor: 0 },
  readStaffAgentLog: { keepUnusedDataFor: 0 },
  stopTestRunner: { outdates: ['getStaffTestRun', 'readStaffRunLog'] },
  replaceTestRunner: { outdates: ['getStaffTestRun', 'readStaffRunLog'] },
  stopAgent: { outdates: ['listStaffAgents'] },
  replaceAgent: { outdates: ['listStaffAgents'] },
  dropOwnRole: { outdates: ['getMe'] },
  retrySetAsideReaction: { outdates: ['listSetAsideReactions'] },
  getGitHubApp: { keepUnusedDataFor: 0 },
  finishGitHubApp: { outdates: ['getGitHubApp', 'listGitSignIns'] },
  removeGitHubApp: { outdates: ['getGitHubApp', 'listGitSignIns'] },
};
