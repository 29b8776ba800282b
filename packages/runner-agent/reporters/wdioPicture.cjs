'use strict';

/** @returns the screenshot (base64) that a WebDriver command returned; null for any other command */
function pictureOf({ command, endpoint, result }) {
  const taken = command === 'takeScreenshot' || /\/screenshot$/.test(endpoint ?? '');
  const picture = result?.value ?? result;
  return taken && typeof picture === 'string' ? picture : null;
}

module.exports = { pictureOf };
