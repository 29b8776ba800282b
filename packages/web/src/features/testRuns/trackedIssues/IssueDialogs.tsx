import type { ReportedRequest, TestRunView } from '@assay/contract';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import { CreateIssueModal } from './CreateIssueModal.tsx';
import { useCreateJira } from './createJira.ts';

type Report = (reported: ReportedRequest) => void;

const ReportContext = createContext<Report>(() => undefined);

/** @returns what opens the dialog that creates an issue about failures of the run that is shown */
export function useReport(): Report {
  return useContext(ReportContext);
}

/**
 * Has the dialog above the parts of a page that open it: some of them are not there any more in a narrower window, or
 * once their test passes, and what was typed would be lost with them.
 */
export function IssueDialogs({
  run: { number },
  asked = null,
  children,
}: {
  run: TestRunView;
  /** What the page is about, if `createJira=true` in its address is about that. */
  asked?: ReportedRequest | null;
  children: ReactNode;
}) {
  const may = useMay('trackedIssue.write');
  const { isOpen, close } = useCreateJira();
  const [chosen, setChosen] = useState<ReportedRequest | null>(null);
  const isAsked = chosen === null && asked !== null && isOpen;
  const reported = isAsked ? asked : chosen;
  return (
    <ReportContext value={setChosen}>
      {children}
      <CreateIssueModal
        reported={may ? reported : null}
        number={number}
        onClose={() => (isAsked ? close() : setChosen(null))}
      />
    </ReportContext>
  );
}
