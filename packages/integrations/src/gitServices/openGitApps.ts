import { createPrivateKey } from 'node:crypto';
import { AnswerCache } from '@assay/concurrency';
import type { GitApps, GitHubApp, OAuthApp } from './gitAppSettings.ts';

/** Where the GitHub App is kept that was registered from within Assay. */
export type GitHubAppStore = {
  find(): Promise<(Omit<GitHubApp, 'privateKey'> & { privateKey: string }) | null>;
};

/** How accounts connect git services besides by token, as it stands. */
export type CurrentGitApps = {
  oauth: readonly OAuthApp[];
  /** @returns the app: that of the operator's variables where they are set, else the registered one; null: there is none */
  gitHubApp(): Promise<GitHubApp | null>;
  /** To be called by whoever registers an app or removes it; other processes see it within some seconds. */
  forget(): void;
};

/** Messages of git services ask for it, signed or not. */
const keptMs = 3_000;

/** @param settings of the operator's variables */
export function openGitApps(
  settings: GitApps,
  store: GitHubAppStore,
  now: () => number = () => performance.now(),
): CurrentGitApps {
  const answers = new AnswerCache({ now });

  async function registered(): Promise<GitHubApp | null> {
    const kept = await store.find();
    return kept && { ...kept, privateKey: createPrivateKey(kept.privateKey) };
  }

  return {
    oauth: settings.oauth,
    gitHubApp: async () => {
      if (settings.gitHubApp !== null) return settings.gitHubApp;
      return answers.get('registered', keptMs, registered);
    },
    forget: () => answers.drop(),
  };
}
