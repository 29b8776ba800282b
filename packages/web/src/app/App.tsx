import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { AppRoutes } from './AppRoutes.tsx';
import type { Store } from './store.ts';
import { theme, themeVariables } from './theme.ts';

export function App({ store }: { store: Store }) {
  return (
    <Provider store={store}>
      <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
        <BrowserRouter>
          <ModalsProvider>
            <Notifications position="bottom-right" autoClose={4000} />
            <AppRoutes />
          </ModalsProvider>
        </BrowserRouter>
      </MantineProvider>
    </Provider>
  );
}
