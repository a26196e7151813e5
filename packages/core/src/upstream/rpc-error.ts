/** The error object of JSON-RPC. The texts are the upstream's: not for clients. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}
