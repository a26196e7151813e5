import { type EncodedItem, type Explanation, type Problem, problem, RefusedError } from '@isochain/core';
import { keccak256, parseTransaction } from 'viem/utils';
import { type Hex, toChecksum } from './address.ts';
import type { EvmContext } from './chains.ts';
import { selectors } from './multicall.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone: an independent look before signing, for clients that do not want to take encode's word.
 *
 * @returns Mode, recipient, amount (smallest unit), token, nonce, gas and the fees that gas can cost, as in a transaction data object.
 */
export function explain(context: EvmContext, encoded: readonly EncodedItem[]): Explanation {
  const rlp = encoded.find((item) => item.raw?.format === 'RLP');
  if (rlp?.raw === undefined) throw unreadable('it has no item in format RLP');
  const raw = rlp.raw.value as Hex;
  const transaction = parse(raw);
  const hash = keccak256(raw).slice(2);
  const errors: Problem[] = [];
  if (encoded.some((item) => item.hash !== undefined && item.hash.value !== hash)) {
    errors.push(contradiction('a hash is not the keccak256 of the raw transaction'));
  }
  if (transaction.chainId !== context.chain.id)
    errors.push(contradiction(`it is for chain id ${transaction.chainId ?? 'none'}`));
  const wallet = encoded.find((item) => item.raw?.format === 'WALLET_CONNECT')?.raw?.value;
  if (wallet !== undefined && !matchesWallet(wallet, transaction)) {
    errors.push(contradiction('WALLET_CONNECT does something else than RLP'));
  }
  return { data: describe(transaction), errors };
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

function describe(transaction: Parsed): Record<string, unknown> {
  const { to, value = 0n, data = '0x', nonce = 0, gas = 0n } = transaction;
  const price = (transaction.type === 'legacy' ? transaction.gasPrice : transaction.maxFeePerGas) ?? 0n;
  const terms = { nonce: nonce.toString(), gas: gas.toString(), gasFees: (gas * price).toString() };
  const transfer = selectors['transfer(address,uint256)'];
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

/** What `assemble` may write into WALLET_CONNECT. */
const walletFields: ReadonlySet<string> = new Set([
  ...['chainId', 'from', 'to', 'value', 'data', 'nonce', 'gas'],
  ...['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'],
]);

function matchesWallet(json: string, transaction: Parsed): boolean {
  try {
    const wallet = JSON.parse(json) as Record<string, string>;
    const number = (name: string) => BigInt(wallet[name] ?? '0x0');
    return (
      // Wallets know more fields, such as `input`, which could say something else than `data`.
      Object.keys(wallet).every((name) => walletFields.has(name)) &&
      number('chainId') === BigInt(transaction.chainId ?? 0) &&
      number('nonce') === BigInt(transaction.nonce ?? 0) &&
      number('gas') === (transaction.gas ?? 0n) &&
      number('value') === (transaction.value ?? 0n) &&
      (wallet.data ?? '0x') === (transaction.data ?? '0x') &&
      wallet.to?.toLowerCase() === transaction.to?.toLowerCase() &&
      (transaction.type === 'legacy'
        ? number('gasPrice') === (transaction.gasPrice ?? 0n)
        : number('maxFeePerGas') === (transaction.maxFeePerGas ?? 0n) &&
          number('maxPriorityFeePerGas') === (transaction.maxPriorityFeePerGas ?? 0n))
    );
  } catch {
    return false;
  }
}

function contradiction(reason: string): Problem {
  return problem('request.invalid', { field, expected: reason }, field);
}

function unreadable(reason: string): RefusedError {
  return new RefusedError([contradiction(reason)]);
}
