import type { RpcError, RpcOutcome } from '@isochain/core/upstream';

// What a node says of a call that it ran. All other errors of eth_call and eth_estimateGas are complaints of the endpoint about itself: its plan, its limits,
// its database, the nodes behind it. They say nothing about a transaction or a token.

/** Machines name the reason at the beginning, after the names of layers: `rpc error: code = Unknown desc = execution reverted`. */
const layers = String.raw`^(?:(?:rpc error: code = \w+ desc = |err(?:or)?: |evm error:? |vm exception while processing transaction: |failed to [\w ]{1,40}: )*)`;

const starting = (words: string) => new RegExp(`${layers}(?:${words})`, 'i');

/**
 * The machine stopped. Sources: ethereum/execution-apis (code 3); go-ethereum core/vm/errors.go, which Erigon, Nitro, Bor, op-geth and BSC share;
 * NethermindEth/nethermind GasEstimator.cs and EvmExceptionExtensions.cs; hyperledger/besu RpcErrorType (REVERT_ERROR, EXECUTION_HALTED); paradigmxyz/reth
 * rpc-eth-types/src/error/mod.rs and bluealloy/revm (HaltReason); matter-labs/zksync-era tx_sender/result.rs; rsksmart/rskj
 * RskJsonRpcRequestException.java; evmos/ethermint x/evm/types/errors.go; category-labs/monad-bft monad-rpc/src/jsonrpc.rs.
 */
const stopped: readonly RegExp[] = [
  /\bexecution reverted\b/i,
  starting(
    String.raw`(?:the )?(?:transaction|call|message|contract)(?: execution)? reverted\b|revert(?:ed)?(?:$|: | 0x)`,
  ),
  starting('vm execution error\\b'),
  starting(
    'out of gas(?:$|:)|contract creation code storage out of gas|gas uint64 overflow|invalid opcode|bad instruction|invalid jump destination|bad jump destination',
  ),
  starting(
    '(?:evm )?stack (?:under|over)flow|stack limit reached|max call depth exceeded|write protection|return data out of bounds|invalid code: must not begin with 0xef|contract address collision',
  ),
  starting(
    'OutOfGas|OpcodeNotFound|InvalidFEOpcode|InvalidJump|NotActivated|StackUnderflow|StackOverflow|OutOfOffset|CreateCollision|PrecompileError|OverflowPayment|StateChangeDuringStaticCall|CallNotAllowedInsideStatic|OutOfFunds|CallTooDeep',
  ),
  starting('cannot estimate gas, gas spent exceeded|transaction execution fails'),
  // EIP-3607.
  starting('sender (?:is )?not an eoa'),
  starting('execution halted|transaction processing could not be completed due to an exception'),
  starting(String.raw`gas required exceeds(?: allowance)?:? \(?\d+\)?`),
];

/**
 * The sender cannot pay. Sources: go-ethereum core/error.go (ErrInsufficientFunds, ErrInsufficientFundsForTransfer) and core/vm/errors.go
 * (ErrInsufficientBalance), the same in Erigon, Nitro, op-geth and ethermint; Reth, anvil (rpc-eth-types); Nethermind ("insufficient sender balance");
 * Besu RpcErrorType (TRANSACTION_UPFRONT_COST_EXCEEDS_BALANCE); zksync-era tx_sender/result.rs.
 */
const unpaid: readonly RegExp[] = [
  starting(
    String.raw`insufficient funds for (?:gas \* price|gas \+ value|transfer)|insufficient balance for transfer|insufficient sender balance`,
  ),
  starting(
    String.raw`(?:transaction )?up-?front cost (?:\w+ )?exceeds [a-z ]{0,40}balance|(?:failed to validate the transaction\. reason: )?(?:validation revert: )?not enough balance to cover`,
  ),
  // An allowance other than 0 is the node's own limit for estimates (go-ethereum eth/gasestimator).
  starting(String.raw`gas required exceeds allowance:? \(?0\)?(?!\d)`),
];

/** Nothing that we know stands later, and regular expressions are slow on long texts. */
const longestText = 1_000;

function says(error: RpcError, texts: readonly RegExp[]): boolean {
  const text = error.message.slice(0, longestText).trim();
  return texts.some((pattern) => pattern.test(text));
}

/** Whether the machine ran the call, and stopped. Then the transaction would fail. */
function isStopped(error: RpcError): boolean {
  // A revert: go-ethereum internal/ethapi/errors.go, and ethereum/execution-apis.
  return error.code === 3 || says(error, stopped);
}

/** Whether a node refused a call because the sender has too few coins. */
export function isShortOfFunds(outcome: RpcOutcome | undefined): boolean {
  return outcome?.ok === false && says(outcome.error, unpaid);
}

/** Whether an error of eth_call or eth_estimateGas is about the call. */
export function isVerdict(error: RpcError): boolean {
  return isStopped(error) || says(error, unpaid);
}

/**
 * Whether an error of a large eth_call leaves open what smaller ones would answer: verdicts, and limits of the node for one call. Sources: go-ethereum
 * internal/ethapi (the gas cap and time limit of calls), monad-bft monad-rpc ("provider-specified max eth_call gas limit exceeded").
 */
export function mayBeTooLarge(error: RpcError): boolean {
  const limits = /\bgas (?:limit|cap)\b|\bgas\b.{0,20}\bexceed|execution aborted \(timeout/i;
  return isVerdict(error) || limits.test(error.message.slice(0, longestText));
}
