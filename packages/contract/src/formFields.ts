import { limits } from './limits.ts';
import { betweenMessage, messages } from './messages.ts';
import { issueKeyPattern } from './trackedIssues/issueKeys.ts';

/** Texts for broken rules where the general text does not fit. */
export type FieldTexts = { blank?: string; long?: string; pattern?: string; range?: string };
export type TextField = { minLength?: number; maxLength: number; pattern?: string; 'x-texts'?: FieldTexts };
export type NumberField = { minimum: number; maximum: number; 'x-texts'?: FieldTexts };

const { testTimeoutSeconds, testRunTimeoutMinutes, priority, copies, settleSeconds, catchUpMinutes } = limits;
const { distributionRuleOrder } = limits;
const { alertCount, alertPercent, alertsInARow, retentionDays, retentionMegabytes } = limits;
const { flakyDays, flakyFlips, flakyResults, flakySettled, flakyRecovery, flakyPercent } = limits;

/** Control characters, those that turn the direction of text, and half characters. */
const invisible = '\\p{Cc}\\p{Bidi_Control}\\p{Cs}';
/** A character of an address. */
const visible = `[^\\s${invisible}]`;
/** A part of the path that is a repository's address. */
const partOfPath = `[^\\s/?#@:${invisible}]+`;

/** A text of one line that is what it looks like: what is named by it cannot pass for something else. */
const oneLine = {
  pattern: `^[^${invisible}]*$`,
  'x-texts': { pattern: messages.invisibleCharacters },
};

/** First path segments that are not accounts: the pages of people who are not in one, and what the service serves. */
const ownSegments = [
  'accept',
  'alerts',
  'api',
  'assets',
  'auth-return',
  'badge',
  'create-account',
  'forgot-password',
  'github',
  'login',
  'password-reset',
  'shared-run',
  'socket',
  'unsubscribe',
  'verify-email',
];

/** @returns a pattern for the word in any case: a schema's pattern has no flag for that. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** A text of any number of lines. */
const lines = { ...oneLine, pattern: `^(?:[^${invisible}]|[\\t\\r\\n])*$` };

/**
 * Fields that people fill in, as JSON Schema with their texts. The schemas of calls and the forms of the web client are
 * both made from these, so that they refuse the same input with the same text.
 */
export const formFields = {
  name: { ...oneLine, minLength: 1, maxLength: 100 },
  /** Also the first path segment of every page of the account. */
  accountName: {
    minLength: 1,
    maxLength: 100,
    pattern: `^(?!(?:\\.{1,2}|${ownSegments.map(anyCase).join('|')})$)[^\\s/\\\\${invisible}](?:[^/\\\\${invisible}]*[^\\s/\\\\${invisible}])?$`,
    'x-texts': { blank: messages.nameRequired, pattern: messages.unusableInAddress },
  },
  /** Identifies a thing in URLs and on the command line. */
  key: {
    minLength: 1,
    maxLength: 60,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    'x-texts': { pattern: 'Letters, digits, dots, dashes and underscores, beginning with a letter or digit' },
  },
  description: { ...lines, maxLength: 2000 },
  releaseTitle: { ...oneLine, minLength: 1, maxLength: 200 },
  criterionText: { ...oneLine, minLength: 1, maxLength: 500 },
  /** A calendar day, or a time in ISO 8601, whose day is taken as written. */
  day: {
    minLength: 1,
    maxLength: 40,
    pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T[0-9:.]+(Z|[+-]\\d{2}:?\\d{2})?)?$',
    'x-texts': { pattern: messages.invalidDay },
  },
  /** A commit: its id, or at least its first 7 digits. */
  gitCommit: {
    minLength: 1,
    maxLength: 64,
    pattern: '^[0-9a-fA-F]{7,64}$',
    'x-texts': { pattern: messages.invalidCommit },
  },
  /** How old evidence may be. */
  /** In the language of Jira. */
  issueQuery: { ...oneLine, minLength: 1, maxLength: 1000 },
  evidenceAgeHours: { minimum: 1, maximum: 8784 },
  /** Why a criterion counts as met although its rule does not say so. */
  overrideReason: { ...lines, minLength: 1, maxLength: 2000 },
  /** Why a release goes out or does not. */
  decisionReason: { ...lines, maxLength: 2000 },
  email: {
    minLength: 1,
    maxLength: 320,
    pattern: `^[^\\s@${invisible}]+@[^\\s@.${invisible}]+(\\.[^\\s@.${invisible}]+)*$`,
    'x-texts': { pattern: messages.invalidEmail },
  },
  /** A first or last name. */
  personName: { ...oneLine, minLength: 1, maxLength: 100 },
  /** Why staff erase somebody. */
  erasureReason: { ...lines, minLength: 1, maxLength: 500 },
  /** Why somebody brings an earlier version of a thing back. */
  reason: { ...lines, minLength: 1, maxLength: 500 },
  promoCode: { ...oneLine, maxLength: 60 },
  /** What a provider tells of somebody: a name, or a path with dots. */
  claim: { ...oneLine, minLength: 1, maxLength: 200 },
  claimValue: { ...oneLine, minLength: 1, maxLength: 300 },
  teamName: {
    ...oneLine,
    minLength: 1,
    maxLength: 100,
    'x-texts': { ...oneLine['x-texts'], blank: messages.nameRequired },
  },
  triggerName: {
    ...oneLine,
    minLength: 1,
    maxLength: 100,
    'x-texts': { ...oneLine['x-texts'], blank: messages.specifyName },
  },
  /** Five fields. */
  cron: {
    ...oneLine,
    minLength: 1,
    maxLength: limits.cronLength,
    'x-texts': { ...oneLine['x-texts'], blank: messages.validCron },
  },
  timeZone: { ...oneLine, minLength: 1, maxLength: 60 },
  /** Of a service. */
  authorizationToken: {
    minLength: 1,
    maxLength: 2000,
    pattern: `^[^\\s${invisible}]{10,}$`,
    'x-texts': { blank: messages.invalidToken, pattern: messages.invalidToken },
  },
  /** Empty: none. */
  jiraEmail: { ...oneLine, maxLength: 320 },
  slackMemberId: {
    minLength: 1,
    maxLength: 40,
    pattern: '^[UW][A-Z0-9]{4,30}$',
    'x-texts': { blank: messages.slackMember, pattern: messages.slackMember },
  },
  /** A name for a workspace, or the address of an API. */
  authorizationIdentifier: { ...oneLine, maxLength: 2000 },
  /** An address, a channel, or mail addresses with anything between them. */
  alertDestination: { ...lines, maxLength: 2000 },
  /** Part of the name of a test. */
  alertTestName: { ...oneLine, minLength: 1, maxLength: 300 },
  distributionRuleOrder: bounds(distributionRuleOrder),
  /** `*` stands for any text. */
  distributionPattern: { ...oneLine, minLength: 1, maxLength: 200 },
  /** What is done in a step of a workflow. */
  stepDescription: { ...lines, maxLength: 500 },
  /** Names an environment when a plan is started. */
  dynamicEnvironment: {
    ...oneLine,
    minLength: 1,
    maxLength: 200,
    'x-texts': { ...oneLine['x-texts'], blank: messages.selectEnvironment },
  },
  slackChannel: { ...oneLine, minLength: 1, maxLength: 80 },
  url: {
    minLength: 1,
    maxLength: 2000,
    pattern: `^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/${invisible}]${visible}*$`,
    'x-texts': { pattern: messages.invalidUrl },
  },
  /** The login of an organization at GitHub. */
  gitHubOrganization: {
    minLength: 1,
    maxLength: 39,
    pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
    'x-texts': { pattern: messages.invalidOrganization },
  },
  /** An owner of repositories; Gitlab's have parts. */
  gitOwner: {
    minLength: 1,
    maxLength: 500,
    pattern: `^${partOfPath}(/${partOfPath})*$`,
    'x-texts': { pattern: messages.invalidValue },
  },
  gitRepo: { minLength: 1, maxLength: 200, pattern: `^${partOfPath}$`, 'x-texts': { pattern: messages.invalidValue } },
  /** https, http, ssh (as a URL or as user@host:path), git, file, or a path on the machine that clones it. */
  gitUrl: {
    minLength: 1,
    maxLength: 2000,
    pattern: `^((https?|ssh|git|file)://${visible}+|[\\w.-]+@[\\w.-]+:${visible}+|(\\.{0,2}/|~/|[A-Za-z]:[\\\\/])[^${invisible}]*)$`,
    'x-texts': { pattern: messages.invalidUrl },
  },
  /** A repository that is read by ssh: as a URL or as user@host:path, and without a password. */
  sshUrl: {
    minLength: 1,
    maxLength: 2000,
    pattern: `^(ssh://([^\\s/:@${invisible}]+@)?[^\\s/@${invisible}]+/${visible}+|[\\w.-]+@[\\w.-]+:${visible}+)$`,
    'x-texts': { pattern: messages.invalidUrl },
  },
  branch: { ...oneLine, minLength: 1, maxLength: 250 },
  defaultBranch: {
    ...oneLine,
    minLength: 1,
    maxLength: 250,
    'x-texts': { ...oneLine['x-texts'], blank: messages.selectDefaultBranch },
  },
  /** A commit or a tag. */
  ref: { ...oneLine, minLength: 1, maxLength: 250 },
  /** The commit that a build or an upload was made from. */
  commit: { ...oneLine, minLength: 1, maxLength: 100 },
  buildName: { ...oneLine, minLength: 1, maxLength: 200 },
  /** Relative to the root of the repository or build. */
  path: { ...oneLine, maxLength: 500 },
  command: { ...lines, maxLength: 2000 },
  otherFramework: {
    ...oneLine,
    maxLength: 100,
    'x-texts': { ...oneLine['x-texts'], blank: messages.nameYourFramework },
  },
  /** One of those that the configuration of Playwright names. */
  playwrightProject: { ...oneLine, maxLength: 200 },
  testingFrameworkVersion: {
    ...oneLine,
    minLength: 1,
    maxLength: 50,
    'x-texts': { ...oneLine['x-texts'], blank: messages.selectFrameworkVersion },
  },
  /** Of a message about a run; `<@id>` names a person. */
  messageText: { ...lines, minLength: 1, maxLength: limits.messageLength },
  /** Of an issue at a tracker: Jira takes 255 characters. */
  issueSummary: { ...oneLine, minLength: 1, maxLength: 255 },
  issueKey: {
    minLength: 1,
    maxLength: 300,
    pattern: issueKeyPattern,
    'x-texts': { blank: messages.invalidIssueKey, pattern: messages.invalidIssueKey },
  },
  issueDescription: { ...lines, maxLength: 30_000 },
  /** What a tracker identifies a type, priority, user or option by. */
  trackerId: { ...oneLine, minLength: 1, maxLength: 200 },
  trackerProject: {
    ...oneLine,
    minLength: 1,
    maxLength: 500,
    'x-texts': { ...oneLine['x-texts'], blank: messages.selectTrackerProject },
  },
  trackerName: { ...oneLine, maxLength: 500 },
  trackerQuery: { ...oneLine, maxLength: 200 },
  trackerFieldValue: { ...lines, maxLength: 10_000 },
  /** Of the problem behind failures. */
  problemNote: { ...lines, maxLength: limits.problemNoteLength },
  testTag: { ...oneLine, minLength: 1, maxLength: 200 },
  /** A glob. */
  resultFile: { ...oneLine, minLength: 1, maxLength: 500 },
  testPackage: { ...oneLine, minLength: 1, maxLength: 300 },
  testArtifact: { ...oneLine, minLength: 1, maxLength: 500 },
  /** One argument, which no shell takes apart. */
  frameworkArgument: { ...oneLine, minLength: 1, maxLength: 500 },
  /** Of an environment variable, or of a file whose path is in one. */
  variableName: {
    minLength: 1,
    maxLength: 200,
    pattern: `^[^=${invisible}]+$`,
    'x-texts': { pattern: 'Must not have = in it, or characters that cannot be seen' },
  },
  /** Of a variable or a file. */
  variableValue: { maxLength: 100_000 },
  testTimeoutSeconds: bounds(testTimeoutSeconds, 'seconds'),
  testRunTimeoutMinutes: bounds(testRunTimeoutMinutes, 'minutes'),
  priority: bounds(priority),
  copies: bounds(copies),
  settleSeconds: bounds(settleSeconds, 'seconds'),
  catchUpMinutes: bounds(catchUpMinutes, 'minutes'),
  alertCount: bounds(alertCount),
  alertPercent: bounds(alertPercent),
  alertsInARow: bounds(alertsInARow),
  retentionDays: bounds(retentionDays, 'days'),
  retentionMegabytes: bounds(retentionMegabytes),
  flakyDays: bounds(flakyDays, 'days'),
  flakyFlips: bounds(flakyFlips),
  flakyResults: bounds(flakyResults),
  flakySettled: bounds(flakySettled),
  flakyRecovery: bounds(flakyRecovery),
  flakyPercent: bounds(flakyPercent),
  /** The account has a smaller bound of its own. */
  runners: { minimum: 1, maximum: 1000 },
} satisfies Record<string, TextField | NumberField>;

function bounds({ min, max }: { min: number; max: number }, unit?: string) {
  return { minimum: min, maximum: max, 'x-texts': { range: betweenMessage(min, max, unit) } };
}
