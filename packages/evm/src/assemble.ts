import { type CompletedData, type EncodedItem, parseAmount } from '@isochain/core';
import { keccak256, serializeTransaction } from 'viem/utils';
import { forWallets, type Hex, toLower } from './address.ts';
import type { EvmContext } from './chains.ts';
import { callData } from './multicall.ts';
import { altered, readTerms, type Terms } from './params.ts';
import { toQuantity } from './rpc.ts';

/** What a mode does in terms of the chain: a call from the sender. Amounts in wei. */
export interface Movement {
  /** As they stand in the data. */
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data: Hex | undefined;
}

/**
 * Makes the bytes to sign. Same data in, same bytes out: broadcast calls this again and refuses anything that differs.
 *
 * @returns The unsigned transaction as RLP (EIP-2718 typed, or EIP-155 legacy; with 0x), and as the JSON that wallets take through
 * eth_sendTransaction; both with the keccak256 to sign (without 0x).
 * @throws RefusedError `data.altered` if the data contradicts itself.
 */
export function assemble(context: EvmContext, data: CompletedData): EncodedItem[] {
  const terms = readTerms(data);
  const movement = toMovement(data);
  const raw = serializeTransaction(toUnsigned(context, movement, terms));
  const hash = { format: 'keccak256' as const, value: keccak256(raw).slice(2) };
  return [
    { raw: { format: 'RLP', value: raw }, hash },
    { raw: { format: 'WALLET_CONNECT', value: toWalletJson(context, movement, terms) }, hash },
  ];
}

/** @throws RefusedError `data.altered` for a mode that the family does not have */
export function toMovement(data: CompletedData): Movement {
  if (data.mode === 'transfer') {
    requireAddresses(data, ['senderAddress', 'recipientAddress']);
    return { from: data.senderAddress, to: data.recipientAddress, value: amountOf(data), data: undefined };
  }
  if (data.mode === 'transferToken') {
    requireAddresses(data, ['senderAddress', 'recipientAddress', 'tokenId']);
    return {
      from: data.senderAddress,
      to: data.tokenId,
      value: 0n,
      data: callData('transfer(address,uint256)', data.recipientAddress, amountOf(data)),
    };
  }
  throw altered('mode');
}

/** What is checked is the form alone: checksums are, before anything is assembled. */
function requireAddresses<D extends CompletedData>(data: D, fields: readonly (keyof D & string)[]): void {
  for (const field of fields) if (!/^0x[0-9a-f]{40}$/i.test(String(data[field]))) throw altered(field);
}

export function toUnsigned(context: EvmContext, movement: Movement, terms: Terms) {
  const common = {
    chainId: context.chain.id,
    nonce: terms.nonce,
    gas: terms.gas,
    to: toLower(movement.to),
    value: movement.value,
    ...(movement.data === undefined ? {} : { data: movement.data }),
  };
  return terms.price.type === 'legacy'
    ? { ...common, type: 'legacy' as const, gasPrice: terms.price.gasPrice }
    : {
        ...common,
        type: 'eip1559' as const,
        maxFeePerGas: terms.price.maxFeePerGas,
        maxPriorityFeePerGas: terms.price.maxPriorityFeePerGas,
      };
}

/** Keys in the order in which the service that wallets know writes them. All values are hex, in which nothing needs escaping. */
function toWalletJson(context: EvmContext, movement: Movement, { price, gas, nonce }: Terms): string {
  const { value, data } = movement;
  const fees =
    price.type === 'legacy'
      ? `"gasPrice":"${toQuantity(price.gasPrice)}"`
      : `"maxPriorityFeePerGas":"${toQuantity(price.maxPriorityFeePerGas)}","maxFeePerGas":"${toQuantity(price.maxFeePerGas)}"`;
  const [from, to] = [forWallets(context, movement.from), forWallets(context, movement.to)];
  const call = data === undefined ? '' : `,"data":"${data}"`;
  return `{"chainId":"0x${context.chain.id.toString(16)}",${fees},"gas":"${toQuantity(gas)}","from":"${from}","nonce":"0x${nonce.toString(16)}","value":"${toQuantity(value)}","to":"${to}"${call}}`;
}

function amountOf(data: { amount?: string | undefined }): bigint {
  const amount = parseAmount(data.amount ?? '');
  if (amount === undefined) throw altered('amount');
  return amount;
}
