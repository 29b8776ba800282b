'use strict';

/** @returns the picture (base64) that a command of WebDriver took of the browser; null for any other command */
function pictureOf({ command, endpoint, result }) {
  const taken = command === 'takeScreenshot' || /\/screenshot$/.test(endpoint ?? '');
  const picture = result?.value ?? result;
  return taken && typeof picture === 'string' ? picture : null;
}

module.exports = { pictureOf };
