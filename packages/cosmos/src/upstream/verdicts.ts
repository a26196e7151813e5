// What nodes say of a transaction that they simulated. Everything else that they say is about themselves: a node loads its state before it looks at
// the transaction (cosmos-sdk baseapp/abci.go: CreateQueryContext), and proxies in front of nodes have words of their own.

/**
 * Errors of codespace `sdk` that only a transaction causes: code, and the description that ends the error (cosmos-sdk types/errors/errors.go). They
 * are those of x/auth/ante, of `ValidateBasic` and of the decoder. `insufficient funds`, `unauthorized` and `out of gas` are not here: providers say
 * such words of accounts of their own, and nodes limit the gas of queries (baseapp/grpcserver.go).
 */
const ofTransactions: readonly (readonly [code: number, description: string])[] = [
  [2, 'tx parse error'],
  [3, 'invalid sequence'],
  [7, 'invalid address'],
  [8, 'invalid pubkey'],
  [9, 'unknown address'],
  [10, 'invalid coins'],
  [12, 'memo too large'],
  [13, 'insufficient fee'],
  [14, 'maximum number of signatures exceeded'],
  [15, 'no signatures supplied'],
  [24, 'tx intended signer does not match the given signer'],
  [30, 'tx timeout height'],
  [31, 'unknown extension options'],
  [32, 'incorrect account sequence'],
  [41, 'invalid gas limit'],
  [42, 'tx timeout'],
];

/** A description counts behind what it describes: `Wrap` of cosmossdk.io/errors writes a colon before it. */
const described = new RegExp(`: (?:${ofTransactions.map(([, description]) => description).join('|')})(?![\\w-])`);

/** How cosmossdk.io/errors writes an error as a status of gRPC (errors.go: GRPCStatus). */
const coded = /\bcodespace (\w+) code (\d+): /;

const verdicts: readonly RegExp[] = [
  // cosmos-sdk x/auth/tx/service.go, Simulate: behind whatever a simulation found. Versions before 0.50, and Injective's, name the gas wanted first.
  /\bwith gas (?:wanted: '\d+' and gas )?used: '\d+'/i,
  // baseapp/baseapp.go, runMsgs. Versions 0.45 and Provenance (x/flatfees/keeper/query_server.go: CalculateTxFees) tell no gas.
  /failed to execute message; message index: \d+: /,
  // x/bank/keeper/send.go. It also is the reason if fees cannot be deducted.
  /\d[a-zA-Z][\w/:.-]* is smaller than \d+[a-zA-Z][\w/:.-]*: insufficient funds/,
  // x/auth/ante/setup.go: the gas limit of the transaction.
  /out of gas in location: .*; gasWanted: \d+, gasUsed: \d+/,
  described,
];

/** What breaks inside of a node while it runs a transaction, and may work on another one. */
const brokenInside: readonly RegExp[] = [
  // baseapp/recovery.go: newDefaultRecoveryMiddleware. A store that cannot be read panics, too. Panics of contracts are written in another way.
  /\brecovered: [\s\S]*\bstack:|: panic(?= \[| with|$)/i,
  // CosmWasm/cosmwasm packages/vm/src/errors/vm_error.rs, CacheErr: the node lacks the file of a contract.
  /Error calling the VM: Cache error/,
];

/** Whether the words of a node are its verdict about a transaction that it simulated. All other words are about the endpoint. */
export function isVerdict(words: string): boolean {
  if (isBrokenInside(words)) return false;
  if (verdicts.some((verdict) => verdict.test(words))) return true;
  const [, codespace, code] = coded.exec(words) ?? [];
  if (codespace === undefined || codespace === 'undefined') return false;
  // Errors of the codespace of a module come from its messages.
  return codespace !== 'sdk' || ofTransactions.some(([known]) => known === Number(code));
}

/** Whether a node could not carry out what it was asked for, whatever that was. */
export function isBrokenInside(words: string): boolean {
  return brokenInside.some((broken) => broken.test(words));
}
