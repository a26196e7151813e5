/** The node's `error_code`s that the stand-in uses. */
export type ErrorCode =
  | 'account_not_found'
  | 'resource_not_found'
  | 'module_not_found'
  | 'version_not_found'
  | 'transaction_not_found'
  | 'block_not_found'
  | 'version_pruned'
  | 'block_pruned'
  | 'invalid_input'
  | 'invalid_transaction_update'
  | 'sequence_number_too_old'
  | 'vm_error'
  | 'mempool_is_full'
  | 'internal_error'
  | 'web_framework_error';

/** Status codes of the prologue (aptos-core, vm_status.rs). */
const statusCodes = {
  INVALID_SIGNATURE: 1,
  INVALID_AUTH_KEY: 2,
  SEQUENCE_NUMBER_TOO_OLD: 3,
  SEQUENCE_NUMBER_TOO_NEW: 4,
  INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE: 5,
  TRANSACTION_EXPIRED: 6,
  EXCEEDED_MAX_TRANSACTION_SIZE: 10,
  MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND: 13,
  MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS: 14,
  GAS_UNIT_PRICE_BELOW_MIN_BOUND: 15,
  GAS_UNIT_PRICE_ABOVE_MAX_BOUND: 16,
  BAD_CHAIN_ID: 23,
  SEQUENCE_NUMBER_TOO_BIG: 24,
  NONCE_ALREADY_USED: 42,
  EMPTY_PAYLOAD_PROVIDED: 43,
  TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE: 44,
} as const;

export type StatusCode = keyof typeof statusCodes;

/** A refusal of the node, with its HTTP status. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly status: number;
  readonly errorCode: ErrorCode;
  readonly vmErrorCode: number | null;
  /** Further members of the body. */
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    errorCode: ErrorCode,
    message: string,
    more: { vmErrorCode?: number; body?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
    this.vmErrorCode = more.vmErrorCode ?? null;
    this.more = more.body ?? {};
  }
}

/** What the prologue refuses. A simulation answers its name as `vm_status`, a submission is refused with it. */
export class Discard extends Error {
  override readonly name = 'Discard';
  readonly code: StatusCode;

  constructor(code: StatusCode) {
    super(code);
    this.code = code;
  }

  toNodeError(): NodeError {
    const text = `Invalid transaction: Type: Validation Code: ${this.code}`;
    return new NodeError(400, 'vm_error', text, { vmErrorCode: statusCodes[this.code] });
  }
}
