import { reportableMessage } from './reportableMessage.ts';

/** The `meta` element of the page by which the web client knows where to report errors. */
export const errorReportsTag = 'assay-error-reports';

type Frame = {
  filename?: string | undefined;
  function?: string | undefined;
  lineno?: number | undefined;
  colno?: number | undefined;
  in_app?: boolean | undefined;
};
type Tag = string | number | boolean | bigint | symbol | null | undefined;
type Thrown = {
  type?: string | undefined;
  value?: string | undefined;
  mechanism?: { type: string; handled?: boolean | undefined } | undefined;
  stacktrace?: { frames?: Frame[] | undefined } | undefined;
};

/** The parts of an event of Sentry that are sent. */
export type ErrorReport = {
  event_id?: string | undefined;
  timestamp?: number | undefined;
  platform?: string | undefined;
  level?: 'fatal' | 'error' | 'warning' | 'log' | 'info' | 'debug' | undefined;
  release?: string | undefined;
  environment?: string | undefined;
  transaction?: string | undefined;
  tags?: Record<string, Tag> | undefined;
  exception?: { values?: Thrown[] | undefined } | undefined;
};

const ours = /(?:^|\/)((?:dist|packages|node_modules|assets|src)\/[^?#]*\.(?:[cm]?js|tsx?))(?=$|[?#])/;
const builtIn = /^node:[\w/]+$/;
const word = /^[\w$.]{1,60}$/;

/** A file of ours without the folder or host that it was loaded from; what is not a script, such as a page, is not named. */
function fileOf(filename = ''): string {
  return builtIn.test(filename) ? filename : (ours.exec(filename)?.[1] ?? '(unknown)');
}

const frameOf = (frame: Frame): Frame => ({
  filename: fileOf(frame.filename),
  function: frame.function,
  lineno: frame.lineno,
  colno: frame.colno,
  in_app: frame.in_app,
});

function thrownOf({ type = '', value = '', mechanism, stacktrace }: Thrown): Thrown {
  return {
    type: word.test(type) ? type : 'Error',
    value: reportableMessage(type, value),
    mechanism: mechanism && { type: mechanism.type, handled: mechanism.handled },
    stacktrace: stacktrace?.frames && { frames: stacktrace.frames.map(frameOf) },
  };
}

/**
 * Reduces an event of Sentry to what says where the code failed: everything else, such as messages with values, breadcrumbs,
 * addresses and the names of machines, is left out.
 */
export function reducedReport(event: ErrorReport): ErrorReport {
  const { event_id, timestamp, platform, level, release, environment, transaction, tags } = event;
  const values = event.exception?.values ?? [{ type: 'NotAnError' }];
  return {
    ...{ event_id, timestamp, platform, level, release, environment, transaction, tags },
    exception: { values: values.map(thrownOf) },
  };
}
