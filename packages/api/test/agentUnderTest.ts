import { createHash, randomUUID } from 'node:crypto';
import {
  type AccountId,
  type AgentId,
  type Assignment,
  agentVersion,
  type BlobId,
  type ClaimAnswer,
  type ClaimRequest,
  type ListedTest,
  type RegisterAgentRequest,
  type RunVariable,
  type SealedSecret,
  sealedSecrets,
  type TestId,
  type TestListBlob,
  type UnitEvent,
} from '@assay/contract';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { Static } from 'typebox';
import { eventually } from '../../../test/support/eventually.ts';
import type { Answer, ApiUnderTest } from './apiUnderTest.ts';

export type AgentUnderTest = {
  agentId: AgentId;
  token: string;
  post<Body>(path: string, body: unknown): Promise<Answer<Body>>;
  /** Claims work for one place, waiting for it. */
  claim(slots?: number[], waitSeconds?: number): Promise<Assignment[]>;
  /** Takes the next work for one place, claiming until there is some, as agents do. */
  takeWork(slot?: number): Promise<Assignment>;
  /** The body of a claim for one place. */
  claimBody(slots?: number[], waitSeconds?: number): Promise<Static<typeof ClaimRequest>>;
  /** Opens the sealed variables of an assignment. */
  variablesOf(assignment: Assignment): Promise<RunVariable[]>;
  /** Opens the sealed deploy key of an assignment; null: it has none. */
  deployKeyOf(assignment: Assignment): Promise<string | null>;
  events(lease: Assignment, firstSequence: number, events: UnitEvent[]): Promise<Answer<{ nextSequence?: number }>>;
  upload(content: Buffer): Promise<BlobId>;
};

export const capabilities = { chrome: null, nodejs: '20.20.2', python: null, java: null, dotnet: null };

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });

/** Speaks the agent protocol by hand, one call at a time. */
export async function registerAgent(
  api: ApiUnderTest,
  accountId: AccountId | null = null,
  offered: Partial<RegisterAgentRequest> = {},
): Promise<AgentUnderTest> {
  const { token } = await api.operations.agentTokens.create({ name: 'agent', accountId });
  const agentId = randomUUID() as AgentId;
  const post = <Body>(path: string, body: unknown) => api.call<Body>('POST', path, { as: { token }, body });
  const facts = { agentId, name: 'builder', os: 'LINUX', capacity: 2, version: agentVersion, capabilities, ...offered };
  const registered = await post('/agents/register', facts);
  if (registered.status !== 200) throw new Error(`not registered: ${JSON.stringify(registered.body)}`);
  api.renewLeasesOf(agentId);
  const keys = await suite.kem.generateKeyPair();
  const publicKey = Buffer.from(await suite.kem.serializePublicKey(keys.publicKey)).toString('base64');
  const claimBody = async (slots = [0], waitSeconds = 10) => ({ slots, waitSeconds, publicKey });
  const claim = async (slots = [0], waitSeconds = 10) => {
    const answer = await post<ClaimAnswer>(`/agents/${agentId}/claim`, await claimBody(slots, waitSeconds));
    if (answer.status !== 200) throw new Error(`no claim: ${JSON.stringify(answer.body)}`);
    return answer.body.assignments;
  };
  const opened = async ({ encapsulatedKey, content }: SealedSecret, leaseId: string) => {
    const enc = Buffer.from(encapsulatedKey, 'base64');
    const info = Buffer.from(sealedSecrets.info);
    const recipientKey = keys.privateKey;
    const sealed = Buffer.from(content, 'base64');
    const text = await suite.open({ recipientKey, enc, info }, sealed, Buffer.from(leaseId));
    return JSON.parse(Buffer.from(text).toString('utf8'));
  };
  return {
    agentId,
    token,
    post,
    claimBody,
    variablesOf: async ({ leaseId, variables }) => (variables ? await opened(variables, leaseId) : []),
    deployKeyOf: async ({ leaseId, deployKey }) => (deployKey ? await opened(deployKey, leaseId) : null),
    claim,
    takeWork: (slot = 0) => eventually(async () => (await claim([slot]))[0] ?? null),
    events: ({ leaseId }, firstSequence, events) =>
      post(`/agents/${agentId}/units/${leaseId}/events`, { firstSequence, events }),
    upload: async (content) => {
      const blobId = createHash('sha256').update(content).digest('hex') as BlobId;
      const answer = await api.call('PUT', `/agents/${agentId}/blobs/${blobId}`, { as: { token }, body: content });
      if (answer.status !== 204) throw new Error(`not uploaded: ${JSON.stringify(answer.body)}`);
      return blobId;
    },
  };
}

export function listedTest(id: string, file = 'cart.spec.ts'): ListedTest {
  return { testId: id as TestId, file, name: `test ${id}`, line: 1, tags: ['@smoke'], selector: null };
}

export function testListBlob(tests: ListedTest[], more: Partial<TestListBlob> = {}): Buffer {
  const { length: foundCount } = tests;
  const list: TestListBlob = { commit: 'c'.repeat(40), commitMessage: 'Add the cart', foundCount, ...more, tests };
  return Buffer.from(JSON.stringify(list));
}

const startedAt = '2026-11-20T10:00:00.000Z';

export function testStarted(id: string, attempt = 1): UnitEvent {
  return { type: 'testStarted', testId: id as TestId, attempt, startedAt };
}

export function testFinished(
  id: string,
  change: Partial<Extract<UnitEvent, { type: 'testFinished' }>> = {},
): UnitEvent {
  return {
    type: 'testFinished',
    testId: id as TestId,
    attempt: 1,
    status: 'PASS',
    final: true,
    timedOut: false,
    startedAt,
    durationMs: 12,
    artifacts: [],
    ...change,
  };
}

export const unitCompleted: UnitEvent = { type: 'unitCompleted', problem: null };
