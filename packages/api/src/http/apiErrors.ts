import type { FieldError } from '@assay/application';
import { messages } from '@assay/contract';
import { type DomainErrorCode, domainErrors } from '@assay/domain';

type Entry = { status: number; text: string; field?: string };

/** The api's own errors, besides those of the domain. */
export const apiErrors = {
  'auth.required': { status: 401, text: 'Sign in first.' },
  'auth.forbidden': { status: 403, text: 'Your role does not allow this.' },
  'apiKey.outOfScope': { status: 403, text: 'The scope of this API key does not allow this.' },
  'plan.lacksFeature': { status: 403, text: messages.planLacksFeature },
  'registration.closed': { status: 403, text: messages.registrationClosed },
  'account.creationClosed': {
    status: 403,
    text: 'Accounts are not created here by everybody. Ask an administrator of yours to invite you.',
  },
  'account.tooMany': { status: 409, text: 'You are in as many accounts as one person may be.' },
  'captcha.away': { status: 503, text: 'The captcha cannot be checked at the moment. Try again shortly.' },
  'twoFactor.alreadyOn': { status: 409, text: 'Two-factor sign-in is on already. Turn it off first.' },
  'twoFactor.notBegun': { status: 409, text: 'Begin again: there is no secret that a code could be of.' },
  'twoFactor.required': {
    status: 403,
    text: 'Only people with two-factor sign-in get into this account. Turn it on in your profile.',
  },
  'twoFactor.ownFirst': { status: 409, text: 'Turn two-factor sign-in on for yourself first, in your profile.' },
  'twoFactor.isOff': { status: 409, text: 'Two-factor sign-in is off.' },
  'erase.signInAgain': {
    status: 403,
    text: 'Your sign-in is more than 10 minutes old. Log out, sign in again and come back here.',
  },
  'authProvider.unknown': { status: 404, text: 'There is no such provider here.' },
  'authProvider.away': { status: 503, text: 'The provider does not answer at the moment. Try again shortly.' },
  'authReturn.invalid': {
    status: 400,
    text: 'This was not begun in this browser, took longer than 10 minutes, or was used before. Begin again.',
  },
  'authReturn.failed': { status: 400, text: messages.authReturnFailed },
  'authReturn.emailNotVerified': {
    status: 403,
    text: 'The provider does not confirm that your e-mail address is yours. Verify it there, or sign in by password.',
  },
  'authReturn.notInvited': {
    status: 403,
    text: 'Nobody signs in here with this e-mail address. If you were invited, continue from the link in the mail.',
  },
  'authReturn.otherPerson': {
    status: 409,
    text: 'Somebody else signs in here with the e-mail address of this account.',
  },
  'webhook.unsigned': {
    status: 401,
    text: 'The message is not signed by the secret of a connection. Make a new secret, and enter it at the service.',
  },
  'issueTracker.notConnected': {
    status: 409,
    text: 'The tracker is not connected. An administrator can connect it in the settings, under Integrations.',
  },
  'issueTracker.unusable': { status: 409, text: 'The tracker refuses the connection. Connect it again.' },
  'issueTracker.refused': { status: 400, text: 'The tracker refuses the issue.' },
  'issueTracker.away': { status: 503, text: 'The tracker does not answer at the moment. Try again shortly.' },
  'issueTracker.doubtful': {
    status: 503,
    text: 'The tracker did not answer in time. Try again: an issue that was created is found and used.',
  },
  'authorization.noPushes': { status: 409, text: 'Only git services tell of pushes.' },
  'authorization.notOffered': { status: 409, text: 'This way to connect the service is not set up here.' },
  'gitHubApp.exists': {
    status: 409,
    text: 'A GitHub App is registered here already. Remove it first; one that was made at GitHub just now is not used.',
  },
  'gitHubApp.configured': { status: 409, text: 'The GitHub App is set by variables of the operator here.' },
  'gitHubApp.notFound': { status: 404, text: 'This GitHub App is not registered here.' },
  'job.notFound': { status: 404, text: 'Job not found.' },
  'job.running': { status: 409, text: 'The job is running. Wait for it to finish.' },
  'account.unclear': { status: 400, text: 'Name the account in the header Account.' },
  notFound: { status: 404, text: 'There is no such thing.' },
  'request.invalid': { status: 400, text: 'Form validation failed' },
  'request.unreadable': { status: 400, text: 'The request could not be read. Send JSON in UTF-8.' },
  'request.tooLarge': { status: 413, text: 'The request is larger than this call takes.' },
  'request.tooDeep': { status: 400, text: 'The JSON is nested deeper than any call takes.' },
  'request.tooManyValues': { status: 400, text: 'The JSON holds more values than any call takes.' },
  'request.slow': { status: 408, text: 'The request took too long to arrive.' },
  'request.headersTooLarge': { status: 431, text: 'The address and headers of the request are too long.' },
  'request.mediaType': { status: 415, text: 'This call does not take content of that type.' },
  'idempotency.mismatch': { status: 409, text: 'This Idempotency-Key was used for another request.' },
  'idempotency.running': { status: 409, text: 'The first request with this Idempotency-Key has not ended yet.' },
  'revision.stale': { status: 412, text: 'Somebody changed this since you read it. Read it again.' },
  'revision.conflict': { status: 409, text: 'Others change the same thing at this moment. Try again.' },
  'rate.limited': { status: 429, text: 'Too many attempts. Wait a moment and try again.' },
  'quota.requests': { status: 429, text: 'The account makes too many calls. Wait a moment and try again.' },
  'quota.projects': { status: 409, text: 'The account has as many projects as it may have. Archive one first.' },
  'quota.environments': {
    status: 409,
    text: 'The account has as many environments as it may have. Archive one first.',
  },
  'quota.agentTokens': { status: 409, text: 'The account has as many agent tokens as it may have. Revoke one first.' },
  'quota.testingTime': { status: 409, text: messages.testingTimeQuota },
  'billing.unpaid': { status: 409, text: messages.paymentMissing },
  'billing.isOff': { status: 409, text: 'Billing is off on this installation.' },
  'billing.away': { status: 503, text: messages.processorAway },
  'billing.failed': { status: 500, text: messages.paymentFailed },
  'quota.openRuns': { status: 409, text: messages.openRunsQuota },
  'signIn.busy': { status: 503, text: 'Too many people sign in at this moment. Try again shortly.' },
  'store.away': { status: 503, text: 'A store of the service does not answer at the moment. Try again shortly.' },
  'storage.full': {
    status: 507,
    text: 'The disk of the service is full, so nothing was saved. Free some space on it, or ask the operator to.',
  },
  'readModels.behind': { status: 503, text: 'The service is still taking in what came before. Try again shortly.' },
  'agent.otherVersion': {
    status: 400,
    text: 'The agent and this service do not understand each other: they are of different versions. Start the agent with the command that Add an agent shows.',
  },
  'blob.tooLarge': { status: 413, text: 'The content is larger than allowed.' },
  'blob.hashMismatch': { status: 400, text: 'The content does not have the hash that it was sent under.' },
  'blob.missing': { status: 409, text: 'The content was not uploaded, or is not what the call needs.' },
  'blob.expired': { status: 410, text: 'The file was removed, because the account does not keep it any longer.' },
  'log.expired': { status: 410, text: 'The log was removed, because the account does not keep it any longer.' },
  'log.gap': { status: 409, text: 'Text is missing before this chunk. Send again from nextOffset.' },
  'upload.notJunit': { status: 400, text: 'Test run upload failed' },
  'upload.noResults': { status: 400, text: 'Test run upload failed' },
  'upload.unreadable': {
    status: 400,
    text: 'The form could not be read: it has no boundary, or ends before its last one. Send it whole, as multipart/form-data.',
  },
  'upload.tooMany': {
    status: 429,
    text: 'Too many uploads of your organization are in progress. Wait for one to finish.',
  },
  'upload.tooLarge': { status: 413, text: 'The upload is larger than this call takes.' },
  'build.unreadable': { status: 400, text: 'The archive cannot be read.' },
  'build.unsafe': { status: 400, text: 'The archive would reach outside its folder.' },
  'build.tooLarge': { status: 413, text: 'The archive holds more than a build may.' },
  'git.missing': { status: 409, text: 'The project has no repository.' },
  'git.unreachable': { status: 409, text: 'The repository cannot be read.' },
  internal: { status: 500, text: 'Something went wrong in the service. The log has it under the request id.' },
} as const satisfies Record<string, Entry>;

export type ApiErrorCode = keyof typeof apiErrors;
export type ErrorCode = ApiErrorCode | DomainErrorCode;

/** The one table: every code that an answer can carry, with its status and text. */
export const errorTable: Readonly<Record<ErrorCode, Entry>> = { ...domainErrors, ...apiErrors };

/** A file of an upload that cannot be read; lines count from 1, columns from 0. */
export type UnreadableFile = { file: string; line: number | null; column: number | null; message: string };

type Details = {
  /** Replaces the table's text with a more specific one. */
  message?: string;
  errors?: readonly FieldError[];
  files?: UnreadableFile[];
  retryAfterSeconds?: number;
  nextSequence?: number;
  nextOffset?: number;
  cause?: unknown;
};

/** A request that is answered with an error; the code decides status and text. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errorTable[code].text, { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
  }
}

/** @returns a 400 for an agent's invalid input, with the reason in the message because an agent shows no fields. */
export function otherVersion(errors: FieldError[]): ApiError {
  const [first] = errors;
  const where = first ? ` (${first.field}: ${first.message})` : '';
  return new ApiError('agent.otherVersion', { errors, message: `${apiErrors['agent.otherVersion'].text}${where}` });
}
