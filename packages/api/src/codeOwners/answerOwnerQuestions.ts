import { setTimeout as delay } from 'node:timers/promises';
import type { OwnersOfFiles } from '@assay/operations';
import type { FastifyBaseLogger } from 'fastify';
import type { Api } from '../api.ts';
import { repositoryOf } from '../projects/repositoryOf.ts';
import { codeOwnersAt, personNamed } from './codeOwnersAt.ts';

type Question = NonNullable<Awaited<ReturnType<Api['operations']['ownerQuestions']['claim']>>>;

const lookMs = 1_000;

async function ownersAskedFor(api: Api, { accountId, projectId, commit, files }: Question): Promise<OwnersOfFiles> {
  const repository = await repositoryOf(api, accountId, projectId);
  const named = { folder: repository.workingDirectory, files };
  const found = await codeOwnersAt(api.repositories, repository, commit, named);
  if (found === null) return [];
  const people = await api.readModels.of(accountId).namedPeople();
  return [...found.rulesOf].map(([file, rules]) => {
    const names = rules.flatMap(({ owners }) => owners);
    return { file, userIds: [...new Set(names.flatMap((name) => personNamed(name, people, repository) ?? []))] };
  });
}

/** Answers what processes that read no repositories ask about owners, one after the other, until `stop`. */
export function answerOwnerQuestions(api: Api, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const { ownerQuestions } = api.operations;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function answerNext(): Promise<boolean> {
    const question = await ownerQuestions.claim();
    if (question === null) return false;
    const { id, projectId } = question;
    const owners = await ownersAskedFor(api, question).catch((error: unknown) => {
      log.info({ err: error, projectId }, 'the owners of tests could not be read');
      return [];
    });
    await ownerQuestions.answer(id, owners);
    return true;
  }

  const answering = (async () => {
    while (!signal.aborted) {
      // Without a store there are no questions either; the store watch logs that it is down.
      const wasAsked = await answerNext().catch(() => false);
      if (!wasAsked) await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await answering;
    },
  };
}
