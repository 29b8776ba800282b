export { type AlertNews, causeLine, failureLines } from './alertNews.ts';
export { type AnalysisModelSettings, analysisModelSettingsOf } from './analysisModel/analysisModelSettings.ts';
export type { CauseAnswer, CitedLines } from './analysisModel/checkedAnswer.ts';
export { type AnalysisModel, type ModelOutcome, openAnalysisModel } from './analysisModel/openAnalysisModel.ts';
export { type OutgoingAnalysisText, outgoingOf } from './analysisModel/outgoingAnalysis.ts';
export { cutTo } from './boundedText.ts';
export type { Channel, DeliveryResult } from './channel.ts';
export type { CommitStatus } from './gitServices/commitStatus.ts';
export { openCommitStatusChannel } from './gitServices/commitStatusChannel.ts';
export { type GitApps, gitAppsOf } from './gitServices/gitAppSettings.ts';
export { gitHubAppByCode } from './gitServices/gitHubAppByCode.ts';
export { isInstalled, seesInstallation } from './gitServices/gitHubInstallations.ts';
export { gitHubAppPageOf, gitHubManifestOf, manifestActionOf } from './gitServices/gitHubManifest.ts';
export { type GitTokens, openGitTokens } from './gitServices/gitTokens.ts';
export { listRepositories } from './gitServices/listRepositories.ts';
export { oauthUrl, tokensByCode } from './gitServices/oauthTokens.ts';
export { type CurrentGitApps, openGitApps } from './gitServices/openGitApps.ts';
export { openPullRequestChannel } from './gitServices/pullRequestChannel.ts';
export {
  type FieldProblem,
  type NewIssue,
  type Tracker,
  TrackerFailure,
  type TrackerIssue,
} from './issueTrackers/issueTracker.ts';
export { findJira, jiraGatewayOf } from './issueTrackers/jira/findJira.ts';
export { type JiraSettings, jiraSettingsOf } from './issueTrackers/jira/jiraSettings.ts';
export {
  type JiraSite,
  jiraAppsUrl,
  jiraScopes,
  jiraSignInUrl,
  jiraSitesOf,
  jiraTokensByCode,
} from './issueTrackers/jira/jiraSignIn.ts';
export { categoryOfJira } from './issueTrackers/jira/jiraTracker.ts';
export { codeMarkdown, fencedMarkdown, plainMarkdown } from './issueTrackers/markdown.ts';
export { openTracker, type TrackerAuthorization, type TrackerDeps } from './issueTrackers/openTracker.ts';
export { type MailMessage, type MailSettings, openMailChannel } from './mail/mailChannel.ts';
export { type OpsgeniePayload, opsgeniePayloadOf } from './opsgenie/opsgenieAlert.ts';
export { openOpsgenieChannel } from './opsgenie/opsgenieChannel.ts';
export { type OutgoingGuard, OutgoingRefused, openOutgoingGuard } from './outgoing/outgoingGuard.ts';
export { openPoster, type Poster } from './outgoing/postJson.ts';
export { type JsonReader, openJsonReader, UnreadableService } from './outgoing/readJson.ts';
export { SlackFailure } from './slack/slackApi.ts';
export { openSlackChannel } from './slack/slackChannel.ts';
export { slackAppsUrl, slackManifestOf, slackScopes } from './slack/slackManifest.ts';
export { type SlackPayload, slackPayloadOf } from './slack/slackMessage.ts';
export { slackNoticeOf } from './slack/slackNotice.ts';
export { type SlackSettings, slackSettingsOf } from './slack/slackSettings.ts';
export { slackApiOf, slackBotOf, slackEmailOf, slackGrantByCode, slackSignInUrl } from './slack/slackSignIn.ts';
export { slackTokenFor } from './slack/slackTokens.ts';
export { openStripe } from './stripe/openStripe.ts';
export { type StripeSettings, stripeSettingsOf } from './stripe/stripeSettings.ts';
export { type TeamsPayload, teamsPayloadOf } from './teams/teamsCard.ts';
export { openTeamsChannel } from './teams/teamsChannel.ts';
export { openWebhookChannel, type WebhookPayload, webhookPayloadOf } from './webhook/webhookChannel.ts';
