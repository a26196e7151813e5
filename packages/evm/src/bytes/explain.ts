import { type EncodedItem, type Explanation, type Problem, problem, RefusedError } from '@isochain/core';
import { keccak256, parseTransaction } from 'viem/utils';
import { checkAddress, forWallets, type Hex, toChecksum, toLower } from '../address.ts';
import type { NamedChain } from '../chains.ts';
import { capOf, feeModels, type Price } from '../fees/fee-models.ts';
import { assemble } from './assemble.ts';
import { selectors } from './multicall.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone: an independent check before signing, for clients that do not trust encode. What was read is
 * encoded again. Items that do anything else, or are spelled in another way, differ from the result.
 *
 * @returns Mode, sender, recipient, amount (smallest unit), token, nonce, gas and fees as in a transaction data object. On rollups the bytes do not
 * hold the L1 fee: there `leastFees` replaces `fees`.
 * @throws RefusedError `request.invalid` if there is no unsigned transaction.
 */
export function explain(named: NamedChain, encoded: readonly EncodedItem[]): Explanation {
  const raw = encoded.find((item) => item.raw?.format === 'RLP')?.raw?.value as Hex | undefined;
  if (raw === undefined) throw unreadable('it has no item in format RLP');
  const transaction = parse(raw);
  const wallet = readParties(named, encoded.find((item) => item.raw?.format === 'WALLET_CONNECT')?.raw?.value);
  const price = priceOf(transaction);
  const gasFees = (transaction.gas ?? 0n) * capOf(price);
  const isWhole = feeModels[named.chain.feeClass].oracle === undefined;
  const data = {
    ...describe(transaction),
    ...(wallet.from === undefined ? {} : { senderAddress: toChecksum(wallet.from) }),
    ...(isWhole ? { fees: gasFees.toString() } : {}),
  };
  const errors = contradictions(named, encoded, raw, transaction, makeAgain(named, transaction, price, wallet));
  return { data, errors, ...(isWhole ? {} : { leastFees: gasFees }) };
}

/** The differences between the items and those that encode makes of the same transaction. */
function contradictions(
  named: NamedChain,
  encoded: readonly EncodedItem[],
  raw: Hex,
  transaction: Parsed,
  made: readonly EncodedItem[] | undefined,
): Problem[] {
  const reasons: string[] = [];
  const [first, second, ...more] = encoded;
  if (first?.raw?.format !== 'RLP' || second?.raw?.format !== 'WALLET_CONNECT' || more.length > 0) {
    reasons.push('encode makes two items, RLP and WALLET_CONNECT');
  }
  const hash = keccak256(raw).slice(2);
  if (encoded.some((item) => item.hash?.value !== hash || item.hash.format !== 'keccak256')) {
    reasons.push('a hash is not the keccak256 of the raw transaction');
  }
  if (transaction.r !== undefined || transaction.s !== undefined)
    return [...reasons, 'it is signed already'].map(contradiction);
  if (transaction.chainId !== named.chain.id) {
    return [...reasons, `it is for chain id ${transaction.chainId ?? 'none'}`].map(contradiction);
  }
  const [rlp, wallet] = made ?? [];
  if (rlp?.raw?.value !== raw) reasons.push('it does something that encode never does');
  else if (second?.raw?.format === 'WALLET_CONNECT' && wallet?.raw?.value !== second.raw.value) {
    reasons.push('WALLET_CONNECT is not what encode writes beside this RLP');
  }
  return reasons.map(contradiction);
}

/** The items that encode makes of the transaction that was read. */
function makeAgain(
  named: NamedChain,
  transaction: Parsed,
  price: Price,
  wallet: Parties,
): readonly EncodedItem[] | undefined {
  const { to, value = 0n, data, gas = 0n, nonce = 0 } = transaction;
  if (describe(transaction).mode === 'unknown' || to == null || gas === 0n) return undefined;
  // The wallet's spelling, if it is the same address.
  const target = wallet.to?.toLowerCase() === to.toLowerCase() ? wallet.to : to;
  const from = wallet.from ?? to;
  const shown = { from: forWallets(named, from), to: forWallets(named, target) };
  return assemble(named, { from: toLower(from), to, value, data, price, gas, nonce, shown }).items;
}

/** Sender and recipient in the wallets' spelling. Undefined if the item does not hold addresses of the chain. */
interface Parties {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function readParties(named: NamedChain, json: string | undefined): Parties {
  const address = (text: unknown) => (typeof text === 'string' && checkAddress(named, text).ok ? text : undefined);
  try {
    const { from, to } = JSON.parse(json ?? '{}') as Readonly<Record<string, unknown>>;
    return { from: address(from), to: address(to) };
  } catch {
    return { from: undefined, to: undefined };
  }
}

type Parsed = ReturnType<typeof parse>;

function parse(raw: Hex) {
  try {
    const transaction = parseTransaction(raw);
    if (transaction.type !== 'legacy' && transaction.type !== 'eip1559')
      throw unreadable(`type ${transaction.type} is not ours`);
    return transaction;
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw unreadable('it is not an unsigned transaction');
  }
}

function priceOf({ type, gasPrice = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n }: Parsed): Price {
  return type === 'legacy' ? { type, gasPrice } : { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas };
}

function describe(transaction: Parsed): Readonly<Record<string, string>> & { readonly mode: string } {
  const { to, value = 0n, data = '0x', nonce = 0, gas = 0n } = transaction;
  const terms = { nonce: nonce.toString(), gas: gas.toString() };
  // The twelve bytes before an address must be 0: most contracts refuse others, and some ignore them.
  const transfer = `${selectors['transfer(address,uint256)']}${'00'.repeat(12)}`;
  if (to != null && data.length === 138 && data.startsWith(transfer) && value === 0n) {
    const recipientAddress = toChecksum(`0x${data.slice(34, 74)}`);
    const amount = BigInt(`0x${data.slice(74)}`).toString();
    return { mode: 'transferToken', tokenId: toChecksum(to), recipientAddress, amount, ...terms };
  }
  if (to != null && data === '0x') {
    return { mode: 'transfer', recipientAddress: toChecksum(to), amount: value.toString(), ...terms };
  }
  return {
    mode: 'unknown',
    ...(to == null ? {} : { recipientAddress: toChecksum(to) }),
    amount: value.toString(),
    ...terms,
  };
}

function contradiction(reason: string): Problem {
  return problem('request.invalid', { field, expected: reason }, field);
}

function unreadable(reason: string): RefusedError {
  return new RefusedError([contradiction(reason)]);
}
