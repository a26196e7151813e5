import { type Assembled, toHex } from '@isochain/core';
import { keccak256, serializeTransaction } from 'viem/utils';
import type { NamedChain } from '../chains.ts';
import type { Evm, Plan, UnsignedTransaction } from '../types.ts';
import { toQuantity } from './quantity.ts';

/**
 * Makes the bytes to sign.
 *
 * @returns The unsigned transaction as RLP (EIP-2718 typed, or EIP-155 legacy; with 0x), and as the JSON that wallets take through
 *   eth_sendTransaction. Both have the keccak256 to sign (without 0x).
 */
export function assemble({ chain }: NamedChain, plan: Plan): Assembled<Evm> {
  const { nonce, gas, to, value, data, price } = plan;
  const call = { chainId: chain.id, nonce, gas, to, value, ...(data === undefined ? {} : { data }) };
  const transaction: UnsignedTransaction = { ...call, ...price };
  const raw = serializeTransaction(transaction);
  const digest = keccak256(raw, 'bytes');
  const hash = { format: 'keccak256' as const, value: toHex(digest) };
  return {
    items: [
      { raw: { format: 'RLP', value: raw }, hash },
      { raw: { format: 'WALLET_CONNECT', value: toWalletJson(chain.id, plan) }, hash },
    ],
    unsigned: { transaction, raw, digest },
  };
}

/** Keys are in the order of the service that wallets know. All values are hex, so nothing needs escaping. */
function toWalletJson(chainId: number, { price, gas, nonce, value, data, shown }: Plan): string {
  const fees =
    price.type === 'legacy'
      ? `"gasPrice":"${toQuantity(price.gasPrice)}"`
      : `"maxPriorityFeePerGas":"${toQuantity(price.maxPriorityFeePerGas)}","maxFeePerGas":"${toQuantity(price.maxFeePerGas)}"`;
  const call = data === undefined ? '' : `,"data":"${data}"`;
  return `{"chainId":"${toQuantity(chainId)}",${fees},"gas":"${toQuantity(gas)}","from":"${shown.from}","nonce":"${toQuantity(nonce)}","value":"${toQuantity(value)}","to":"${shown.to}"${call}}`;
}
