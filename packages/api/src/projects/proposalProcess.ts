import { proposeProjects, wantedFiles } from '@assay/application';
import { answerOrders } from '../boundedProcesses/boundedProcesses.ts';
import { listedFiles } from '../git/listedFiles.ts';
import type { ProposalAnswer, ProposalOrder } from './projectProposer.ts';

// The process that looks at repositories, one order after the other.
answerOrders((order: ProposalOrder): ProposalAnswer => {
  const files = listedFiles(order.list);
  const paths = files.map(({ path }) => path);
  if (order.step === 'propose') {
    const { texts, repository } = order;
    return { fileCount: paths.length, proposals: proposeProjects({ paths, texts }, repository) };
  }
  const fileAt = new Map(files.map((file) => [file.path, file]));
  return { chosen: wantedFiles(paths).flatMap((path) => fileAt.get(path) ?? []) };
});
