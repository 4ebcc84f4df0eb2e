import {
  type Connection,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  ResponseError,
} from 'vscode-languageserver';

/**
 * The order that the protocol asks for: `initialize` once and first, nothing after `shutdown`. What comes out of order is
 * refused with the protocol's own code, so that a client learns what it did wrong and goes on.
 */
export class Lifecycle {
  private state: 'new' | 'running' | 'shut down' = 'new';

  get isShutDown(): boolean {
    return this.state === 'shut down';
  }

  /** `initialize` is called once; when it throws, the client may try again. */
  constructor(
    connection: Connection,
    initialize: (params: InitializeParams) => InitializeResult,
    onShutdown: () => void,
  ) {
    connection.onInitialize((params) => {
      if (this.state === 'running') return refused(ErrorCodes.InvalidRequest, 'The server is initialized already.');
      if (this.state === 'shut down') return this.refuse('initialize');
      const result = initialize(params);
      this.state = 'running';
      return result;
    });
    connection.onShutdown(() => {
      if (this.state !== 'running') return this.refuse('shutdown');
      this.state = 'shut down';
      onShutdown();
      return undefined;
    });
    // Asked only where nobody else answers: that is everything before `initialize`.
    connection.onRequest((method) => this.refuse(method));
  }

  private refuse(method: string): ResponseError<never> {
    if (this.state === 'new')
      return refused(ErrorCodes.ServerNotInitialized, `"initialize" must come before ${method}.`);
    if (this.state === 'shut down') return refused(ErrorCodes.InvalidRequest, 'The server was shut down.');
    return refused(ErrorCodes.MethodNotFound, `There is no method ${method}.`);
  }
}

function refused(code: number, message: string): ResponseError<never> {
  return new ResponseError<never>(code, message);
}
