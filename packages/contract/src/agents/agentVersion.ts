import { version } from '../version.ts';

/** Set by the build: a hash of the agent's sources. Undefined when running from sources. */
declare const assayAgentBuild: string | undefined;

/** The version of agents from this build: an agent reporting another one was not handed out by this service. */
export const agentVersion = typeof assayAgentBuild === 'string' ? `${version}+${assayAgentBuild}` : version;
