import type { ProjectSettings } from '@assay/contract';

type Framework = Pick<ProjectSettings, 'testingFramework' | 'otherFramework' | 'testingFrameworkVersion'>;

/** The framework of a project since a moment, ISO 8601. */
export type FrameworkSince = Framework & { since: string };

function frameworkOf({ testingFramework, otherFramework, testingFrameworkVersion }: ProjectSettings): Framework {
  return { testingFramework, otherFramework, testingFrameworkVersion };
}

function isSame(one: Framework, other: Framework): boolean {
  return (
    one.testingFramework === other.testingFramework &&
    one.otherFramework === other.otherFramework &&
    one.testingFrameworkVersion === other.testingFrameworkVersion
  );
}

/** @returns the frameworks, oldest first, with that of the settings as the newest one */
export function withFramework(
  before: readonly FrameworkSince[],
  settings: ProjectSettings,
  since: string,
): FrameworkSince[] {
  const now = frameworkOf(settings);
  const last = before.at(-1);
  if (last && isSame(last, now)) return [...before];
  // The settings of one form change one by one, at one moment.
  const kept = before.filter((one) => one.since !== since);
  return [...kept, { ...now, since }];
}

/** @returns the framework that was set at that moment, or the first one */
export function frameworkAt(frameworks: readonly FrameworkSince[], moment: string): Framework | undefined {
  return frameworks.findLast(({ since }) => since <= moment) ?? frameworks[0];
}

/** @returns the framework as people name it, with its version as far as that is known: `Cypress 13.6` */
export function frameworkText({ testingFramework, otherFramework, testingFrameworkVersion }: Framework): string {
  return [otherFramework ?? testingFramework, testingFrameworkVersion].filter(Boolean).join(' ');
}
