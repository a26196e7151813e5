/** A refusal, as the caller sees it. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export function invalidParams(message: string): RpcFault {
  return new RpcFault(-32602, message);
}
