import { accountFlags } from '@assay/contract';
import { listedIn } from '../listedIn.ts';

type AccountFlag = (typeof accountFlags)[number];

/** How the operator switches flags of accounts. */
export type FlagSettings = {
  /** For every account, whatever its plan says. */
  set: ReadonlyMap<AccountFlag, boolean>;
  /** The OFREP address of a flag service such as flagd, which then decides; null: there is none. */
  serviceUrl: string | null;
};

function settingOf(part: string): [AccountFlag, boolean] {
  const [name, value] = part.split('=').map((each) => each.trim());
  const flag = accountFlags.find((known) => known === name);
  if (!flag) throw new RangeError(`ASSAY_FLAGS knows ${accountFlags.join(', ')}, not '${name}'.`);
  if (value !== 'on' && value !== 'off') throw new RangeError(`ASSAY_FLAGS: ${name} must be on or off.`);
  return [flag, value === 'on'];
}

/**
 * @returns what `ASSAY_FLAGS` and `ASSAY_FLAGD_URL` configure; by default the plans of accounts decide
 * @throws RangeError that names the variable which is wrong
 */
export function flagsOf(env: NodeJS.ProcessEnv): FlagSettings {
  const parts = listedIn(env.ASSAY_FLAGS);
  const serviceUrl = env.ASSAY_FLAGD_URL || null;
  if (serviceUrl !== null && !/^https?:$/.test(URL.canParse(serviceUrl) ? new URL(serviceUrl).protocol : '')) {
    throw new RangeError(`ASSAY_FLAGD_URL must be an http or https address, not '${serviceUrl}'.`);
  }
  if (serviceUrl !== null && parts.length > 0) throw new RangeError('Set ASSAY_FLAGS or ASSAY_FLAGD_URL, not both.');
  return { set: new Map(parts.map(settingOf)), serviceUrl };
}
