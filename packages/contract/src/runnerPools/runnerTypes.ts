/** The machine types of runners. */
export const runnerTypes = ['WINDOWS', 'LINUX'] as const;
export type RunnerType = (typeof runnerTypes)[number];
export const runnerTypeLabels: Readonly<Record<RunnerType, string>> = { LINUX: 'Linux', WINDOWS: 'Windows' };

/** @returns the type that pools and limits count an agent as: anything but Windows counts as Linux. */
export function runnerTypeOf(os: 'LINUX' | 'WINDOWS' | 'MACOS'): RunnerType {
  return os === 'WINDOWS' ? 'WINDOWS' : 'LINUX';
}
