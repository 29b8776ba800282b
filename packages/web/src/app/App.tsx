import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { Boundary } from '../ui/boundary/Boundary.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import type { Store } from './store.ts';
import { theme, themeVariables } from './theme.ts';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** A data router although it loads no data: only with one can a form ask before its page is left. */
const router = createBrowserRouter([{ path: '*', element: <Page /> }]);

function Page() {
  return (
    <Boundary what="Assay">
      <ModalsProvider>
        <Suspense fallback={null}>
          <Notifications position="bottom-right" autoClose={4000} />
        </Suspense>
        <AppRoutes />
      </ModalsProvider>
    </Boundary>
  );
}

export function App({ store }: { store: Store }) {
  return (
    <Provider store={store}>
      <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
        <RouterProvider router={router} />
      </MantineProvider>
    </Provider>
  );
}
