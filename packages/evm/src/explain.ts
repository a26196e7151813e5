import {
  type CompletedData,
  type EncodedItem,
  type Explanation,
  type Problem,
  problem,
  RefusedError,
} from '@isochain/core';
import { keccak256, parseTransaction } from 'viem/utils';
import { checkAddress, type Hex, toChecksum } from './address.ts';
import { assemble } from './assemble.ts';
import type { EvmContext } from './chains.ts';
import { feeModels } from './fees/fee-models.ts';
import { selectors } from './multicall.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone: an independent look before signing, for clients that do not want to take encode's word.
 * What was read is encoded again: items that do anything beyond it, or are spelled in another way, come out different.
 *
 * @returns Mode, sender, recipient, amount (smallest unit), token, nonce, gas and fees as in a transaction data object. On rollups with an L1 fee,
 * which is not in the bytes, `gasFees` in place of `fees`.
 * @throws RefusedError `request.invalid` if there is no unsigned transaction.
 */
export function explain(context: EvmContext, encoded: readonly EncodedItem[]): Explanation {
  const raw = encoded.find((item) => item.raw?.format === 'RLP')?.raw?.value as Hex | undefined;
  if (raw === undefined) throw unreadable('it has no item in format RLP');
  const transaction = parse(raw);
  const wallet = readParties(context, encoded.find((item) => item.raw?.format === 'WALLET_CONNECT')?.raw?.value);
  const gasFees = (transaction.gas ?? 0n) * (capOf(transaction) ?? 0n);
  const isWhole = feeModels[context.chain.feeClass].oracle === undefined;
  const data = {
    ...describe(transaction),
    ...(wallet.from === undefined ? {} : { senderAddress: toChecksum(wallet.from) }),
    [isWhole ? 'fees' : 'gasFees']: gasFees.toString(),
  };
  const errors = contradictions(context, encoded, raw, transaction, makeAgain(context, transaction, wallet, gasFees));
  return { data, errors, ...(isWhole ? {} : { leastFees: gasFees }) };
}

/** Where the items differ from those that encode makes of the same transaction. */
function contradictions(
  context: EvmContext,
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
  if (transaction.chainId !== context.chain.id) {
    return [...reasons, `it is for chain id ${transaction.chainId ?? 'none'}`].map(contradiction);
  }
  const [rlp, wallet] = made ?? [];
  if (rlp?.raw?.value !== raw) reasons.push('it does something that encode never does');
  else if (second?.raw?.format === 'WALLET_CONNECT' && wallet?.raw?.value !== second.raw.value) {
    reasons.push('WALLET_CONNECT is not what encode writes beside this RLP');
  }
  return reasons.map(contradiction);
}

/** The items that encode makes of what was read. */
function makeAgain(context: EvmContext, transaction: Parsed, wallet: Parties, fees: bigint): EncodedItem[] | undefined {
  const { mode, recipientAddress, tokenId, ...rest } = describe(transaction);
  if (mode === 'unknown' || transaction.to == null) return undefined;
  // Spelled as for wallets, where that is the same address.
  const to = wallet.to?.toLowerCase() === transaction.to.toLowerCase() ? wallet.to : transaction.to;
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = transaction;
  const data = {
    mode,
    senderAddress: wallet.from ?? transaction.to,
    ...(mode === 'transfer' ? { recipientAddress: to } : { recipientAddress, tokenId: to }),
    ...rest,
    fees: fees.toString(),
    params:
      transaction.type === 'legacy'
        ? { type: 'legacy', gasPrice: (transaction.gasPrice ?? 0n).toString() }
        : {
            type: 'eip1559',
            maxFeePerGas: maxFeePerGas.toString(),
            maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
          },
  };
  try {
    return assemble(context, data as CompletedData);
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** Sender and recipient as they are spelled for wallets; undefined where encode would not write them so. */
interface Parties {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function readParties(context: EvmContext, json: string | undefined): Parties {
  const address = (text: unknown) => (typeof text === 'string' && checkAddress(context, text).ok ? text : undefined);
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

function capOf(transaction: Parsed): bigint | undefined {
  return transaction.type === 'legacy' ? transaction.gasPrice : transaction.maxFeePerGas;
}

function describe(transaction: Parsed): Readonly<Record<string, string>> & { readonly mode: string } {
  const { to, value = 0n, data = '0x', nonce = 0, gas = 0n } = transaction;
  const terms = { nonce: nonce.toString(), gas: gas.toString() };
  // Twelve bytes in front of an address are 0: most contracts refuse others, and some ignore them.
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
