/** A refusal with the code and the words of the node. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, data?: unknown) {
    super(messages[code] ?? 'An unexpected error occurred');
    this.code = code;
    this.data = data;
  }
}

/** A refusal whose words are not those of the table. */
export class InvalidParams extends Error {
  override readonly name = 'InvalidParams';
  readonly code = -32602;
}

/** starknet-specs:api/starknet_api_openrpc.json and starknet_write_api.json. */
const messages: Readonly<Record<number, string>> = {
  20: 'Contract not found',
  21: 'Requested entrypoint does not exist in the contract',
  24: 'Block not found',
  28: 'Class hash not found',
  29: 'Transaction hash not found',
  31: 'Requested page size is too big',
  33: 'The supplied continuation token is invalid or unknown',
  34: 'Too many keys provided in a filter',
  40: 'Contract error',
  41: 'Transaction execution error',
  52: 'Invalid transaction nonce',
  53: "The transaction's resources don't cover validation or the minimal transaction fee",
  54: "Account balance is smaller than the transaction's maximal fee (calculated as the sum of each resource's limit x max price)",
  55: 'Account validation failed',
  58: 'Sender address is not an account contract',
  59: 'A transaction with the same hash already exists in the mempool',
  61: 'The transaction version is not supported',
  63: 'An unexpected error occurred',
  64: 'Replacement transaction is underpriced',
  65: 'Transaction fee below minimum',
};
