import { flagsOf, openFlags, quotasOf } from '@assay/application';
import { startAutomation } from '@assay/automation';
import {
  analysisModelSettingsOf,
  gitAppsOf,
  jiraSettingsOf,
  openAnalysisModel,
  openOutgoingGuard,
  openStripe,
  slackSettingsOf,
  stripeSettingsOf,
} from '@assay/integrations';
import { openFetch, proxiesOf } from '@assay/proxies';
import { mailChannelOf } from './mailSettings.ts';
import { runRole } from './runRole.ts';

await runRole('automation', async ({ eventLog, operations, readModels }, log, { isSafe: mayAct, recorder }) => {
  const mail = mailChannelOf(process.env);
  // Notices of the read models' progress are quicker than polling; missed ones are covered by polling.
  const feed = await operations.changeFeed.tail({
    onNotices: (notices) => {
      for (const notice of notices) readModels.onNotice(notice);
    },
    onGap: () => undefined,
  });
  const publicUrl = process.env.ASSAY_PUBLIC_URL;
  const proxies = proxiesOf(process.env);
  const guard = openOutgoingGuard((process.env.ASSAY_ALLOW_LOCAL_TARGETS ?? '').split(','), { proxies });
  const flags = openFlags(flagsOf(process.env), openFetch(proxies), (reason) =>
    log.warn({ reason }, 'a flag service does not answer'),
  );
  const { openRuns: openRunsQuota } = quotasOf(process.env);
  const gitApps = gitAppsOf(process.env);
  const slack = slackSettingsOf(process.env);
  const jira = jiraSettingsOf(process.env);
  const stripe = stripeSettingsOf(process.env);
  const modelSettings = analysisModelSettingsOf(process.env);
  const options = {
    mail,
    guard,
    gitApps,
    slack,
    jira,
    analysisModel: modelSettings && openAnalysisModel(modelSettings, { proxies }),
    payments: stripe && (await openStripe(stripe, { proxies })),
    openRunsQuota,
    flags,
    mayAct,
    recorder,
    ...(publicUrl ? { publicUrl } : {}),
  };
  const automation = await startAutomation({ eventLog, operations, readModels, log }, options);
  return {
    ended: automation.ended,
    stop: async () => {
      await automation.stop();
      mail?.close();
      await feed.stop();
    },
  };
});
