import { openErrorReports, reportUncaught } from '../src/errorReports.ts';

// A process of the service that fails as its argument says, after its start.
reportUncaught(await openErrorReports('failing', process.env));
const error = new TypeError('canary@example.com is not a function');
setTimeout(() => {
  if (process.argv[2] === 'reject') void Promise.reject(error);
  else throw error;
});
