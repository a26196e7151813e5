/** Why a node takes no transaction, or throws one out. The message is the node's. */
export class PoolError extends Error {
  override readonly name = 'PoolError';
}
