import { type GateAnswer, type ReleaseGateView, type ReleaseId, releaseCalls } from '@assay/contract';
import { usageFailure } from './exitCodes.ts';
import { findProject } from './findNamed.ts';
import { jsonLine, printableLine } from './printable.ts';
import { linkTo } from './runOutcome.ts';
import { speaker } from './runVerdict.ts';
import type { ServiceClient } from './serviceClient.ts';
import { settled, titleOfAnswer } from './standing.ts';

type Asked = {
  release: string;
  project?: string | undefined;
  commit?: string | undefined;
  /** How long to wait for a decision; null: not at all. */
  minutes: number | null;
  json: boolean;
};

/**
 * Prints the standing of a release.
 * @throws CommandFailure for a project without a commit, or the reverse
 */
export async function tellReleaseGate(
  client: ServiceClient,
  { release, project, commit, minutes, json }: Asked,
): Promise<GateAnswer> {
  if ((project === undefined) !== (commit === undefined)) {
    throw usageFailure('--project and --commit go together: they say what is about to go out.');
  }
  const say = speaker(json);
  const params = { id: release as ReleaseId };
  const query = project === undefined ? {} : { project: (await findProject(client, project)).id, commit };
  const look = () => client.call(releaseCalls.readReleaseGate, { params, query });
  const mayChange = ({ answer }: ReleaseGateView) => answer === 'pending';
  const gate = await settled(look, { mayChange, minutes, say });
  const { answer, reason, criteria } = gate;
  const link = await linkTo(client, `dashboard/release-readiness/releases/${encodeURIComponent(release)}`);
  if (json) {
    process.stdout.write(jsonLine({ answer, reason, criteria, link }));
    return answer;
  }
  say(`${titleOfAnswer[answer]}. ${printableLine(reason)}`);
  for (const { text, isOpen, reason: why } of criteria) {
    say(`  ${isOpen ? '○' : '✓'} ${printableLine(why === null ? text : `${text}: ${why}`)}`);
  }
  say(`  ${link}`);
  return answer;
}
