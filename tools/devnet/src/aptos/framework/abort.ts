/** The categories of abort codes (aptos-core, move-stdlib error.move). */
const categories = {
  invalid_argument: 1n,
  out_of_range: 2n,
  invalid_state: 3n,
  permission_denied: 5n,
  not_found: 6n,
  already_exists: 8n,
} as const;

/** A Move abort: the transaction is undone, and pays all the same. */
export class MoveAbort extends Error {
  override readonly name = 'MoveAbort';
  /** As the node writes it: `Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction`. */
  readonly status: string;

  constructor(module: string, category: keyof typeof categories, reason: [name: string, code: bigint], text: string) {
    const code = (categories[category] << 16n) | reason[1];
    const status = `Move abort in ${module}: ${reason[0]}(0x${code.toString(16)}): ${text}`;
    super(status);
    this.status = status;
  }
}

/** A call that the virtual machine does not run: an unknown function, wrong arguments. The transaction pays all the same. */
export class ExecutionError extends Error {
  override readonly name = 'ExecutionError';
  /** The name of the status code: `LINKER_ERROR`. */
  readonly status: string;

  constructor(status: string) {
    super(status);
    this.status = status;
  }
}
