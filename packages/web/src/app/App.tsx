import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { AppRoutes } from './AppRoutes.tsx';
import type { Store } from './store.ts';
import { theme, themeVariables } from './theme.ts';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

export function App({ store }: { store: Store }) {
  return (
    <Provider store={store}>
      <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
        <BrowserRouter>
          <ModalsProvider>
            <Suspense fallback={null}>
              <Notifications position="bottom-right" autoClose={4000} />
            </Suspense>
            <AppRoutes />
          </ModalsProvider>
        </BrowserRouter>
      </MantineProvider>
    </Provider>
  );
}
