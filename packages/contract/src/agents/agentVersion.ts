/** Put in by the build: a hash over the sources that an agent is made of. Not there where sources run as they are. */
declare const assayAgentBuild: string | undefined;

const release = '0.1.0';

/** The version of agents that are built with this: an agent that tells another one was not handed out by this service. */
export const agentVersion = typeof assayAgentBuild === 'string' ? `${release}+${assayAgentBuild}` : release;
