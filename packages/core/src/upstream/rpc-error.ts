/** The error object of JSON-RPC. Its texts are the upstream's, and not for clients. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}
