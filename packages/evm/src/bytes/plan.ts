import { altered, type CheckedData } from '@isochain/core';
import { forWallets } from '../address.ts';
import type { NamedChain } from '../chains.ts';
import type { Evm, Plan } from '../types.ts';
import { callData } from './multicall.ts';
import { largestNonce, paramsSchema, totalFees } from './params.ts';

type Terms = Pick<Plan, 'price' | 'gas' | 'nonce'>;

/** @throws RefusedError `data.altered` */
export function planTransfer(named: NamedChain, completed: CheckedData<Evm, 'transfer'>): Plan {
  const { data, parsed } = completed;
  return {
    from: parsed.senderAddress,
    to: parsed.recipientAddress,
    value: amountOf(completed),
    data: undefined,
    ...readTerms(completed),
    shown: { from: forWallets(named, data.senderAddress), to: forWallets(named, data.recipientAddress) },
  };
}

/** @throws RefusedError `data.altered` */
export function planTransferToken(named: NamedChain, completed: CheckedData<Evm, 'transferToken'>): Plan {
  const { data, parsed } = completed;
  return {
    from: parsed.senderAddress,
    to: parsed.tokenId,
    value: 0n,
    data: callData('transfer(address,uint256)', parsed.recipientAddress, amountOf(completed)),
    ...readTerms(completed),
    shown: { from: forWallets(named, data.senderAddress), to: forWallets(named, data.tokenId) },
  };
}

/** Gas, price and nonce. `fees` must follow from gas and price. */
function readTerms({ params, gas, nonce, fees }: CheckedData<Evm, 'transfer' | 'transferToken'>): Terms {
  const read = paramsSchema.safeParse(params);
  if (!read.success) throw altered('params');
  const { l1Fee = 0n, operatorFee = 0n, ...price } = read.data;
  if (gas === undefined || gas === 0n) throw altered('gas');
  if (nonce === undefined || nonce > largestNonce) throw altered('nonce');
  if (fees !== totalFees(gas, price, { l1Fee, operatorFee })) throw altered('fees');
  if (price.type === 'eip1559' && price.maxPriorityFeePerGas > price.maxFeePerGas) throw altered('params');
  return { price, gas, nonce: Number(nonce) };
}

function amountOf({ amount }: { readonly amount: bigint | undefined }): bigint {
  if (amount === undefined) throw altered('amount');
  return amount;
}
