import {
  type AgentView,
  fittingVersion,
  missingRuntime,
  type ProjectProposal,
  type ProposedRuntime,
} from '@assay/contract';

type Agent = Pick<AgentView, 'status' | 'capabilities'>;

/** @returns the proposals, each with the versions that running agents have for what it asks for */
export function withRuntimesOf(agents: readonly Agent[], proposals: readonly ProjectProposal[]): ProjectProposal[] {
  // What containers have is a matter of their images.
  const known = agents.filter(({ status, capabilities }) => status === 'Running' && !capabilities.containers);
  if (known.length === 0) return [...proposals];
  const runtimeOf = (runtime: ProposedRuntime): ProposedRuntime => {
    const own = known.map(({ capabilities }) => versionsOf(capabilities, runtime));
    const used = own.map(([first = null, ...others]) => fittingVersion(runtime, others, first)).find(Boolean) ?? null;
    const isOpen = used !== null || known.length < agents.filter(({ status }) => status === 'Running').length;
    return { ...runtime, used, missing: isOpen ? null : missingRuntime(runtime, own.flat(), known.length) };
  };
  return proposals.map((proposal) => ({ ...proposal, runtimes: proposal.runtimes.map(runtimeOf) }));
}

/** @returns the version in PATH, which is taken first, and those of version managers */
function versionsOf({ nodejs, python, ...managed }: AgentView['capabilities'], { name }: ProposedRuntime): string[] {
  const [own, others] = name === 'Node' ? [nodejs, managed.nodeVersions] : [python, managed.pythonVersions];
  return [...(own === null ? [] : [own]), ...(others ?? [])];
}
