import { aptAsset, aptCoin } from '../address.ts';
import { balanceOf } from '../framework/coins.ts';
import { Discard } from '../node-error.ts';
import type { State } from '../state.ts';
import type { Submission } from './submission.ts';

/** What the chain demands of a transaction. */
export interface Rules {
  readonly chainId: number;
  /** Octas per unit. */
  readonly minimumPrice: bigint;
}

// Of mainnet since v1.41 (mainnet-proposals v1.46.1, 0-gas-schedule.move; aptos-networks, gas/v1.48.0.json).
const maximumGas = 20_000_000n;
const maximumPrice = 10_000_000_000n;
const maximumBytes = 64 * 1024;
/** Internal gas: the scaling factor is a million. */
const intrinsicGas = 27_600_000n;
const intrinsicGasPerByte = 11_580n;
const freeBytes = 600;
const scaling = 1_000_000n;

/** An account's first transaction creates its resource. It must be able to pay for it (aptos-core, aptos-vm gas.rs). */
const creationUnits = 10n;
const creationOctas = 400_000n + 300n * 400n;

/** An orderless transaction expires soon (AIP-123). */
const longestOrderless = 60n;

/** The least that a transaction of a length can have as `max_gas_amount`. */
export function intrinsicUnits(bytes: number): bigint {
  const over = BigInt(Math.max(0, bytes - freeBytes));
  return (intrinsicGas + over * intrinsicGasPerByte + scaling - 1n) / scaling;
}

/** Whether a transaction creates the Account resource of its sender. */
export function createsAccount(state: State, { sender, sequenceNumber }: Submission): boolean {
  return sequenceNumber === 0n && !state.accounts.has(sender);
}

/**
 * The checks before execution, in the order of the chain: signatures, gas, time, network, keys, sequence number or nonce, and the balance that
 * must cover the whole gas limit. Nothing is reserved.
 *
 * @param now seconds since 1970.
 * @throws Discard with the name of the status code.
 */
export function validate(
  state: State,
  rules: Rules,
  submission: Submission,
  now: number,
  {
    isSimulation = false,
    mayBeAhead = false,
  }: {
    /** Signatures do not count then, and missing keys are no fault. */
    readonly isSimulation?: boolean;
    /** A mempool takes a sequence number that is too new, and lets it wait. */
    readonly mayBeAhead?: boolean;
  } = {},
): void {
  if (!isSimulation) {
    // The mempool looks at the sequence number before the virtual machine sees the transaction.
    if (isOld(state, submission)) throw new Discard('SEQUENCE_NUMBER_TOO_OLD');
    if (submission.signers.some(({ isValid }) => isValid !== true)) throw new Discard('INVALID_SIGNATURE');
  }
  checkGas(state, rules, submission);
  if (submission.isEmpty) throw new Discard('EMPTY_PAYLOAD_PROVIDED');
  if (BigInt(now) >= submission.expiration) throw new Discard('TRANSACTION_EXPIRED');
  if (submission.chainId !== rules.chainId) throw new Discard('BAD_CHAIN_ID');
  checkKeys(state, submission, isSimulation);
  checkOrder(state, submission, now, mayBeAhead);
  const payer = submission.feePayer ?? submission.sender;
  const balance = balanceOf(state, payer, { coin: aptCoin, asset: aptAsset });
  if (balance < submission.maxGas * submission.gasPrice) throw new Discard('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE');
}

function isOld(state: State, { sender, sequenceNumber }: Submission): boolean {
  return sequenceNumber !== undefined && sequenceNumber < (state.accounts.get(sender)?.sequenceNumber ?? 0n);
}

function checkGas(state: State, { minimumPrice }: Rules, submission: Submission): void {
  const { bytes, maxGas, gasPrice } = submission;
  if (bytes.length > maximumBytes) throw new Discard('EXCEEDED_MAX_TRANSACTION_SIZE');
  if (maxGas > maximumGas) throw new Discard('MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND');
  if (maxGas < intrinsicUnits(bytes.length)) throw new Discard('MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS');
  if (gasPrice < minimumPrice) throw new Discard('GAS_UNIT_PRICE_BELOW_MIN_BOUND');
  if (gasPrice > maximumPrice) throw new Discard('GAS_UNIT_PRICE_ABOVE_MAX_BOUND');
  if (createsAccount(state, submission) && maxGas * gasPrice < creationUnits * gasPrice + creationOctas) {
    throw new Discard('MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS');
  }
}

function checkKeys(state: State, { signers }: Submission, isSimulation: boolean): void {
  for (const { address, authenticationKey } of signers) {
    if (authenticationKey === undefined && isSimulation) continue;
    const expected = state.accounts.get(address)?.authenticationKey ?? address;
    if (authenticationKey !== expected) throw new Discard('INVALID_AUTH_KEY');
  }
}

function checkOrder(state: State, submission: Submission, now: number, mayBeAhead: boolean): void {
  const { sender, sequenceNumber, nonce, expiration } = submission;
  if (nonce !== undefined) {
    if (expiration > BigInt(now) + longestOrderless) throw new Discard('TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE');
    if (state.nonces.has(nonceKey(sender, nonce))) throw new Discard('NONCE_ALREADY_USED');
    return;
  }
  if (sequenceNumber === undefined || sequenceNumber >= 2n ** 63n) throw new Discard('SEQUENCE_NUMBER_TOO_BIG');
  const next = state.accounts.get(sender)?.sequenceNumber ?? 0n;
  if (sequenceNumber < next) throw new Discard('SEQUENCE_NUMBER_TOO_OLD');
  if (sequenceNumber > next && !mayBeAhead) throw new Discard('SEQUENCE_NUMBER_TOO_NEW');
}

export const nonceKey = (sender: string, nonce: bigint): string => `${sender}:${nonce}`;
