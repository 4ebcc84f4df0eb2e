import { type CancellationToken, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver';

/** Where the server's own troubles go: the client's output channel. */
export interface Log {
  error(line: string): void;
  warn(line: string): void;
  info(line: string): void;
}

/** What every request has to know of the one server that answers it. */
export interface Service {
  readonly log: Log;
  /** The client has said that it is done: what it still asks is an error by the protocol. */
  readonly isShutDown: boolean;
}

/**
 * A request handler whose failure stays its own: the client gets an error for this request, the log gets the place, the
 * server lives. A request that was cancelled meanwhile is answered as cancelled.
 */
export function guardRequest<P, R>(
  service: Service,
  name: string,
  handler: (params: P, token: CancellationToken) => R | Promise<R>,
): (params: P, token: CancellationToken) => Promise<R | ResponseError<never>> {
  return async (params, token) => {
    try {
      if (service.isShutDown) throw new ResponseError<never>(ErrorCodes.InvalidRequest, 'The server was shut down.');
      checkCancelled(token);
      const result = await handler(params, token);
      checkCancelled(token);
      return result;
    } catch (error) {
      if (error instanceof ResponseError) return new ResponseError<never>(error.code, error.message);
      service.log.error(`${name} failed: ${describeError(error)}`);
      return new ResponseError<never>(LSPErrorCodes.RequestFailed, `${name} failed; the server's log says where.`);
    }
  };
}

/** The same for notifications and for work of our own, which nobody waits for. */
export async function guardTask(log: Log, name: string, task: () => void | Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    log.error(`${name} failed: ${describeError(error)}`);
  }
}

/** Ends a request that the client has withdrawn; `guardRequest` answers it. */
export function checkCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested) {
    throw new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
  }
}

/** Kind and place of an error. Its message is left out: `JSON.parse`, for one, quotes the text it read, and logs hold no transcript text. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...places.slice(0, 8)].join('\n');
}
