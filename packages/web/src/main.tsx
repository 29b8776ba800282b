import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './app/mantineStyles.ts';
import './app/theme.css';
import './app/mantine.css';
import './app/firstPaint.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { reportingRoot } from './app/errorReports/reportingRoot.ts';
import { startSession } from './app/startSession.ts';
import { restoreDateChoice } from './ui/format/dateChoice.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root to render into.');
restoreDateChoice();
const store = startSession();
createRoot(
  root,
  reportingRoot(window, () => store.getState().session.accountId),
).render(
  <StrictMode>
    <App store={store} />
  </StrictMode>,
);
