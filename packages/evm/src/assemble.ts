import { type CompletedData, type EncodedItem, parseAmount } from '@isochain/core';
import { keccak256, serializeTransaction } from 'viem/utils';
import { type Address, type Hex, toChecksum } from './address.ts';
import type { EvmContext } from './chains.ts';
import { callData } from './multicall.ts';
import { altered, readTerms, type Terms } from './params.ts';
import { toQuantity } from './rpc.ts';

/** An unsigned transaction, as viem's serializer takes it. */
export type Unsigned = ReturnType<typeof toUnsigned>;

/** What a mode does in terms of the chain: a call from the sender. Amounts in wei. */
export interface Movement {
  readonly from: Address;
  readonly to: Address;
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
    { raw: { format: 'WALLET_CONNECT', value: JSON.stringify(toWalletJson(context, movement, terms)) }, hash },
  ];
}

/** @throws RefusedError `data.altered` for a mode that the family does not have */
export function toMovement(data: CompletedData): Movement {
  if (data.mode === 'transfer') {
    return {
      from: toChecksum(data.senderAddress),
      to: toChecksum(data.recipientAddress),
      value: amountOf(data),
      data: undefined,
    };
  }
  if (data.mode === 'transferToken') {
    return {
      from: toChecksum(data.senderAddress),
      to: toChecksum(data.tokenId),
      value: 0n,
      data: callData('transfer(address,uint256)', data.recipientAddress, amountOf(data)),
    };
  }
  throw altered('mode');
}

export function toUnsigned(context: EvmContext, movement: Movement, terms: Terms) {
  const common = {
    chainId: context.chain.id,
    nonce: terms.nonce,
    gas: terms.gas,
    to: movement.to,
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

/** Keys in the order in which the service that wallets know writes them. */
function toWalletJson(context: EvmContext, movement: Movement, { price, gas, nonce }: Terms): Record<string, string> {
  return {
    chainId: toQuantity(BigInt(context.chain.id)),
    ...(price.type === 'legacy'
      ? { gasPrice: toQuantity(price.gasPrice) }
      : { maxPriorityFeePerGas: toQuantity(price.maxPriorityFeePerGas), maxFeePerGas: toQuantity(price.maxFeePerGas) }),
    gas: toQuantity(gas),
    from: movement.from,
    nonce: toQuantity(BigInt(nonce)),
    value: toQuantity(movement.value),
    to: movement.to,
    ...(movement.data === undefined ? {} : { data: movement.data }),
  };
}

function amountOf(data: { amount?: string | undefined }): bigint {
  const amount = parseAmount(data.amount ?? '');
  if (amount === undefined) throw altered('amount');
  return amount;
}
