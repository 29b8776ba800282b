import type { AnalysisModel, FlagSettings, Quotas } from '@assay/application';
import type { PaymentProcessor } from '@assay/contract';
import type { EventLog } from '@assay/event-log';
import type { GitApps, JiraSettings, OutgoingGuard, SlackSettings } from '@assay/integrations';
import type { Operations } from '@assay/operations';
import type { ReadModels } from '@assay/projections';
import type { ErrorReportSettings, Recorder } from '@assay/telemetry';
import type { AuthProviderSettings } from './authProviders/authProviderSettings.ts';
import type { GitAddresses } from './git/gitAddresses.ts';
import type { SecurityLog } from './http/securityLog.ts';
import type { SlowClients } from './http/slowClients.ts';
import type { RegistrationSettings } from './registration/registrationSettings.ts';

export type ApiConfig = {
  /** Where the api keeps what it can recreate: caches of repositories. */
  dataDir: string;
  /** The built web client; null: not served. */
  webDir: string | null;
  /** Shown by /health. */
  version: string;
  /** Addresses or ranges of proxies whose X-Forwarded-For is trusted; empty: none. */
  trustedProxies: string[];
  /** Maximum size of a build archive as sent. */
  buildBytes: number;
  /** Opens /metrics; null: there are none. */
  metricsToken: string | null;
  /** Where the web client reports its errors; null: nowhere. */
  clientErrorReports: ErrorReportSettings | null;
  /** pino's: fatal, error, warn, info, debug, trace or silent. */
  logLevel: string;
  securityLog: SecurityLog;
  /** Which repositories projects may name. */
  gitAddresses: GitAddresses;
  quotas: Quotas;
  /** Where people reach the service, such as `https://assay.example.org`. */
  publicUrl: string;
  authProviders: readonly AuthProviderSettings[];
  /** How accounts connect git services besides by token, by the operator's variables. */
  gitApps: GitApps;
  /** Where Slack is, and how accounts connect it besides by token. */
  slack: SlackSettings;
  /** Where Atlassian is, and how accounts connect Jira besides by token. */
  jira: JiraSettings;
  registration: RegistrationSettings;
  /** Whose people are not shown to the people whom the service is for. */
  providerDomains: ReadonlySet<string>;
  flags: FlagSettings;
  /** What is read from services that accounts connect has to pass it. */
  outgoingGuard: OutgoingGuard;
  /** Which model people may ask why tests failed; null: none is set up. */
  analysisModel: AnalysisModel | null;
  /** Who takes the money; null: billing is off, and plans are granted. */
  payments: PaymentProcessor | null;
  /** How long clients may take, where that is not the usual. For tests. */
  slowClients?: SlowClients;
  /** Validates every answer against its schema. For tests. */
  checkAnswers?: boolean;
};

/** What the api depends on; whoever opened these closes them. */
export type ApiDeps = {
  eventLog: EventLog;
  readModels: ReadModels;
  operations: Operations;
  recorder: Recorder;
  config: ApiConfig;
};
