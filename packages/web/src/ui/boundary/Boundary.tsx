import { Modal } from '@mantine/core';
import { type ErrorInfo, type ReactNode, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { BrokenPart } from './BrokenPart.tsx';
import type { Caught } from './errorDetails.ts';

type Props = {
  /** What is inside, as the title of the error names it: `Test Results`. */
  what: string;
  /** Shows the error in a dialog and closes it: for content without a place in the page. */
  onClose?: () => void;
  children: ReactNode;
};

/**
 * Confines an error in rendering to the part of the page inside, which then says what failed. It renders again on
 * request and when the address changes.
 */
export function Boundary({ what, onClose, children }: Props) {
  const { pathname, search } = useLocation();
  const caught = useRef<Caught | null>(null);
  function onError(_: unknown, { componentStack }: ErrorInfo): void {
    caught.current = { componentStack: componentStack ?? '', at: new Date() };
  }
  return (
    <ErrorBoundary
      resetKeys={[pathname, search]}
      onError={onError}
      fallbackRender={({ error, resetErrorBoundary }) => {
        const broken = <BrokenPart what={what} error={error} caught={caught} onRetry={resetErrorBoundary} />;
        if (!onClose) return broken;
        return (
          <Modal
            opened
            title={what}
            onClose={() => {
              onClose();
              resetErrorBoundary();
            }}
          >
            {broken}
          </Modal>
        );
      }}
    >
      {children}
    </ErrorBoundary>
  );
}
