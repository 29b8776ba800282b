import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { FileAnswer } from '../fileAnswer.ts';
import { AgentId, BlobId, LeaseId } from '../ids.ts';
import { ProjectTrialReport } from '../projectTrials/projectTrialReport.ts';
import {
  ClaimAnswer,
  ClaimRequest,
  PostLogChunkAnswer,
  PostLogChunkRequest,
  PostTestListRequest,
  PostUnitEventsAnswer,
  PostUnitEventsRequest,
  RegisterAgentRequest,
  RenewAnswer,
  RenewRequest,
} from './agentPosts.ts';
import { agentProtocol } from './agentProtocol.ts';

const agentParams = Type.Object({ agentId: AgentId });
const noAnswer = Type.Object({});
const leaseParams = Type.Object({ agentId: AgentId, leaseId: LeaseId });

export const agentProtocolCalls = {
  putBlob: call({
    method: 'PUT',
    path: '/agents/:agentId/blobs/:sha256',
    summary: 'Upload a blob under its hash; repeating it is harmless',
    permission: 'agent',
    params: Type.Object({ agentId: AgentId, sha256: BlobId }),
    mediaType: 'application/octet-stream',
    bodyLimit: agentProtocol.blobLimit,
    status: 204,
    answer: Type.Null(),
    example: { params: { agentId: exampleIds.agent, sha256: exampleIds.blob } },
  }),
  claimWork: call({
    method: 'POST',
    path: '/agents/:agentId/claim',
    summary: 'Take work for free places; waits until there is some',
    permission: 'agent',
    params: agentParams,
    body: ClaimRequest,
    answer: ClaimAnswer,
    example: {
      params: { agentId: exampleIds.agent },
      body: { slots: [0], publicKey: 'AAAA', waitSeconds: 0 },
    },
  }),
  reportProjectTrial: call({
    method: 'PUT',
    path: '/agents/:agentId/trials/:leaseId',
    summary: 'How a trial stands that the agent works on; 404 once it has ended',
    permission: 'agent',
    params: leaseParams,
    body: ProjectTrialReport,
    answer: noAnswer,
    example: {
      params: { agentId: exampleIds.agent, leaseId: exampleIds.lease },
      body: { phases: [], log: '', found: null, problem: null },
    },
  }),
  exitAgent: call({
    method: 'POST',
    path: '/agents/:agentId/exit',
    summary: 'The agent stops',
    permission: 'agent',
    params: agentParams,
    answer: noAnswer,
    example: { params: { agentId: exampleIds.agent } },
  }),
  postLogChunk: call({
    method: 'POST',
    path: '/agents/:agentId/logs',
    summary: 'Append to the log of a run that the agent works on or has worked on',
    permission: 'agent',
    params: agentParams,
    body: PostLogChunkRequest,
    // A chunk of 256 KiB, where JSON may escape each character to six.
    bodyLimit: 2 * 1024 * 1024,
    answer: PostLogChunkAnswer,
    example: {
      params: { agentId: exampleIds.agent },
      body: { testRunId: exampleIds.testRun, log: 'setup', offset: 0, text: 'npm ci' },
    },
  }),
  renewLeases: call({
    method: 'POST',
    path: '/agents/:agentId/renew',
    summary: 'Heartbeat: what the agent still works on, and which workspaces it keeps',
    permission: 'agent',
    params: agentParams,
    body: RenewRequest,
    answer: RenewAnswer,
    example: {
      params: { agentId: exampleIds.agent },
      body: { leases: [], runs: [], availableDiskSpace: 1_000_000, draining: false },
    },
  }),
  getUnitBuild: call({
    method: 'GET',
    path: '/agents/:agentId/units/:leaseId/build',
    summary: "The build archive of a claimed unit's run",
    permission: 'agent',
    params: leaseParams,
    answer: FileAnswer,
    example: { params: { agentId: exampleIds.agent, leaseId: exampleIds.lease } },
  }),
  postUnitEvents: call({
    method: 'POST',
    path: '/agents/:agentId/units/:leaseId/events',
    summary: 'Report what happened in a unit, in order; each event counts once, however often it is sent',
    permission: 'agent',
    params: leaseParams,
    body: PostUnitEventsRequest,
    bodyLimit: 32 * 1024 * 1024,
    answer: PostUnitEventsAnswer,
    example: {
      params: { agentId: exampleIds.agent, leaseId: exampleIds.lease },
      body: { firstSequence: 1, events: [{ type: 'unitHandedBack' }] },
    },
  }),
  postTestList: call({
    method: 'POST',
    path: '/agents/:agentId/units/:leaseId/test-list',
    summary: "Record the run's tests from an uploaded list",
    permission: 'agent',
    params: leaseParams,
    body: PostTestListRequest,
    answer: noAnswer,
    example: { params: { agentId: exampleIds.agent, leaseId: exampleIds.lease }, body: { blobId: exampleIds.blob } },
  }),
  registerAgent: call({
    method: 'POST',
    path: '/agents/register',
    summary: 'Register an agent with its places, for the first time or again',
    permission: 'agent',
    body: RegisterAgentRequest,
    answer: Type.Object({ agentId: AgentId }),
    example: {
      body: {
        agentId: exampleIds.agent,
        name: 'runner-1',
        os: 'LINUX',
        capacity: 2,
        version: '1',
        capabilities: { chrome: null, nodejs: null, python: null, java: null, dotnet: null },
      },
    },
  }),
};
