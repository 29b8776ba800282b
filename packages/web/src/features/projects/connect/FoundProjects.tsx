import type { ProjectProposal, ProjectView, RepositoryProposals } from '@assay/contract';
import { useState } from 'react';
import { useListEnvironmentsQuery, useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { ConnectProject } from './ConnectProject.tsx';
import type { Added } from './connectForm.ts';

/** The projects that a repository would make: one is shown, the others lead to it. */
export function FoundProjects({ found, gitUrl }: { found: RepositoryProposals; gitUrl: string }) {
  const environments = useListEnvironmentsQuery();
  const projects = useListProjectsQuery();
  const [chosen, setChosen] = useState(found.proposals[0] ?? null);
  const [added, setAdded] = useState<readonly Added[]>([]);
  const next = (of: ProjectProposal) =>
    found.proposals.find((other) => other !== of && !added.some(({ proposal }) => proposal === other)) ?? null;
  if (chosen === null) return null;
  return (
    <Loaded query={environments} failed="Environments could not be loaded" skeleton={<RowsSkeleton rows={8} />}>
      {(all) => (
        <Loaded query={projects} failed="Projects could not be loaded" skeleton={<RowsSkeleton rows={8} />}>
          {(known: readonly ProjectView[]) => (
            <ConnectProject
              key={found.proposals.indexOf(chosen)}
              found={found}
              gitUrl={gitUrl}
              proposal={chosen}
              next={next(chosen)}
              environments={all}
              projects={known}
              added={added}
              onChoose={setChosen}
              onAdded={(key, then) => {
                setAdded([...added, { proposal: chosen, key }]);
                setChosen(then);
              }}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}
