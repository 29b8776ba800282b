export { FolderInUseError } from './agent/agentFolder.ts';
export { type AgentOptions, type RunningAgent, startAgent } from './agent/startAgent.ts';
export { TokenRefusedError } from './connection/serviceErrors.ts';
