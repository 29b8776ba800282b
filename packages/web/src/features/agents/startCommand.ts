export const shells = [
  { value: 'posix', label: 'Linux or macOS' },
  { value: 'powershell', label: 'Windows (PowerShell)' },
] as const;
export type Shell = (typeof shells)[number]['value'];

/**
 * The token is a variable, as all users of a machine can read arguments. The address is quoted, as shells expand a
 * question mark; PowerShell would run `npx` as a script, which most machines do not permit.
 * @param agentPackage the path of the agent's package
 * @returns the command that starts an agent of the service
 */
export function startCommand(from: { origin: string; agentPackage: string; token: string; shell: Shell }): string {
  const { origin, agentPackage, token, shell } = from;
  const options = `--yes "${origin}/${agentPackage}" --url ${origin} --capacity 2`;
  if (shell === 'powershell') return `$env:ASSAY_AGENT_TOKEN='${token}'; npx.cmd ${options}`;
  return `ASSAY_AGENT_TOKEN=${token} npx ${options}`;
}
