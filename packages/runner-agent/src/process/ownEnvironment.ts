import { realpathSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { proxiesOf } from '@assay/proxies';
import { setVariables } from './environmentNames.ts';
import { findCommand } from './findCommand.ts';

/**
 * The part of the agent's own environment that a test process sees; everything else is withheld, above all the agent's
 * token.
 */
const passedOn = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TEMP|TMP|TERM|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_.*)$/i,
  /^(SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE)$/i,
  /^(JAVA_HOME|DOTNET_ROOT|GOPATH|GOROOT|ANDROID_HOME|PYENV_ROOT|NVM_DIR|PLAYWRIGHT_BROWSERS_PATH|CYPRESS_(CACHE_FOLDER|RUN_BINARY|INSTALL_BINARY)|DBUS_SESSION_BUS_ADDRESS)$/i,
  /^(OS|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|(ALLUSERS|USER)PROFILE|PUBLIC|PROGRAMDATA)$/i,
  /^((COMMON)?PROGRAM(FILES|W6432).*|USERNAME|USERDOMAIN|COMPUTERNAME|HOMEDRIVE|HOMEPATH|NUMBER_OF_PROCESSORS|PROCESSOR_.*)$/i,
  /^(NPM_CONFIG_(REGISTRY|CACHE|USERCONFIG)|COREPACK_(HOME|NPM_REGISTRY|INTEGRITY_KEYS)|YARN_NPM_REGISTRY_SERVER|PIP_(INDEX_URL|CONFIG_FILE|CACHE_DIR)|UV_(INDEX_URL|DEFAULT_INDEX|CACHE_DIR)|POETRY_CACHE_DIR|GRADLE_USER_HOME|MAVEN_(OPTS|ARGS)|NUGET_PACKAGES)$/i,
  /^(ASSAY_CHROMIUM|ASSAY_CHROMIUM_ARGS)$/,
];

/** @returns the part of the agent's own environment that test processes see. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => passedOn.some((pattern) => pattern.test(name)));
  const environment: NodeJS.ProcessEnv = {};
  setVariables(environment, { ...Object.fromEntries(inherited), ...proxiesOf(process.env).variables });
  environment.PATH = [ownNode(environment), environment.PATH].filter(Boolean).join(delimiter);
  return environment;
}

/**
 * Tests run on the agent's own Node. Its folder comes first only where PATH leads to another Node: it may contain a
 * Python or a Java that the machine's PATH does not prefer.
 */
function ownNode(environment: NodeJS.ProcessEnv): string | null {
  const found = findCommand(environment, ['node']);
  return found && realpathSync(found) === realpathSync(process.execPath) ? null : dirname(process.execPath);
}
