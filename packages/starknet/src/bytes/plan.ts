import { altered, type Bytes, type CheckedData, readParams } from '@isochain/core';
import { deploymentOf } from '../account/derive.ts';
import type { Address } from '../address/address.ts';
import type { PublicKey } from '../address/public-key.ts';
import { fieldPrime, maxU128 } from '../felt.ts';
import { strk } from '../tokens/native.ts';
import type { Starknet } from '../types.ts';
import { type Call, transferCall } from './calls.ts';
import { paramsOfMode, type ReadParams, type StarknetMode } from './params.ts';
import { claimCall, exitActionCall, exitIntentCall, moveCalls, stakeCalls } from './staking-calls.ts';
import { highestFee, type InvokePlan, type StarknetPlan } from './transaction.ts';

// From completed data to plans. Nothing in the data is trusted: every value must be in the bytes, or follow from one that is.

type Data<M extends StarknetMode> = CheckedData<Starknet, M>;

/**
 * Makes the planners of a chain. They throw RefusedError `data.altered` if the data contradicts itself.
 *
 * @param chain - The number of the chain.
 */
export function plannersOf(chain: bigint): Bytes<Starknet>['plan'] {
  return {
    deployAccount(data) {
      const params = readParams(paramsOfMode.deployAccount, data.params);
      const key = data.parsed.senderPubKey;
      const { address, ...deployment } = deploymentOf(params.account, key);
      if (address !== params.contractAddress) throw altered('params.contractAddress');
      if (data.nonce !== 0n) throw altered('nonce');
      return {
        type: 'DEPLOY_ACCOUNT',
        ...shared(chain, data, params, key),
        account: params.account,
        sender: address,
        nonce: 0n,
        ...deployment,
      };
    },
    transfer(data) {
      const params = readParams(paramsOfMode.transfer, data.params);
      return invoke(chain, data, params, [transferCall(strk, data.parsed.recipientAddress, amountOf(data))]);
    },
    transferToken(data) {
      const params = readParams(paramsOfMode.transferToken, data.params);
      const { recipientAddress, tokenId } = data.parsed;
      return invoke(chain, data, params, [transferCall(tokenId, recipientAddress, amountOf(data))]);
    },
    stake(data) {
      const params = readParams(paramsOfMode.stake, data.params);
      const { pool, entry, source } = params;
      const { senderAddress, sourceValidatorAddress, targetValidatorAddress: target } = data.parsed;
      const amount = poolAmountOf(data);
      if ((source === undefined) !== (sourceValidatorAddress === undefined)) throw altered('sourceValidatorAddress');
      if ((source === undefined) !== (entry !== undefined)) throw altered('params.entry');
      if (source === undefined)
        return invoke(chain, data, params, stakeCalls(pool, senderAddress, amount, entry ?? 'enter'));
      if (source.pool === pool) throw altered('params.source');
      // The target is the staker, or its pool. Both are in the bytes.
      const { toStaker = target } = source;
      if (source.toStaker !== undefined && target !== pool) throw altered('targetValidatorAddress');
      const intent = intentOf(source.waiting, amount);
      const move = { pool: source.pool, toStaker, toPool: pool, amount, intent };
      return invoke(chain, data, params, moveCalls(move));
    },
    unstake(data) {
      const params = readParams(paramsOfMode.unstake, data.params);
      const intent = intentOf(params.waiting, poolAmountOf(data));
      return invoke(chain, data, params, [exitIntentCall(params.pool, intent)]);
    },
    withdraw(data) {
      const params = readParams(paramsOfMode.withdraw, data.params);
      return invoke(chain, data, params, [exitActionCall(params.pool, data.parsed.senderAddress)]);
    },
    claimRewards(data) {
      const params = readParams(paramsOfMode.claimRewards, data.params);
      return invoke(chain, data, params, [claimCall(params.pool, data.parsed.senderAddress)]);
    },
  };
}

function invoke<M extends Exclude<StarknetMode, 'deployAccount'>>(
  chain: bigint,
  data: Data<M>,
  params: ReadParams,
  calls: readonly Call[],
): InvokePlan {
  const { senderAddress: sender, senderPubKey } = data.parsed as unknown as {
    readonly senderAddress: Address;
    readonly senderPubKey?: PublicKey;
  };
  // The hash knows a number only up to the prime.
  if (data.nonce === undefined || data.nonce >= fieldPrime) throw altered('nonce');
  return {
    type: 'INVOKE',
    ...shared(chain, data, params, senderPubKey),
    account: params.account,
    sender,
    nonce: data.nonce,
    calls,
  };
}

function shared<M extends StarknetMode>(
  chain: bigint,
  data: Data<M>,
  { ownerPubKey: owner, resourceBounds, tip }: Pick<ReadParams, 'ownerPubKey' | 'resourceBounds' | 'tip'>,
  key: PublicKey | undefined,
): Pick<StarknetPlan, 'chain' | 'owner' | 'tip' | 'bounds'> {
  if (key !== undefined && key.x !== owner.x) throw altered('senderPubKey');
  const bound = ({ max_amount, max_price_per_unit }: ReadParams['resourceBounds']['l1_gas']) => ({
    maxAmount: max_amount,
    maxPricePerUnit: max_price_per_unit,
  });
  const { l1_gas, l2_gas, l1_data_gas } = resourceBounds;
  const bounds = { l1_gas: bound(l1_gas), l2_gas: bound(l2_gas), l1_data_gas: bound(l1_data_gas) };
  if (data.gas !== bounds.l2_gas.maxAmount) throw altered('gas');
  if (data.fees !== highestFee({ bounds, tip })) throw altered('fees');
  return { chain, owner, tip, bounds };
}

function amountOf({ amount }: { readonly amount: bigint | undefined }): bigint {
  if (amount === undefined || amount === 0n) throw altered('amount');
  return amount;
}

/** An intent replaces the one before, so it says what is unstaked in all. */
function intentOf(waiting: bigint, amount: bigint): bigint {
  const intent = waiting + amount;
  if (intent > maxU128) throw altered('amount');
  return intent;
}

function poolAmountOf(data: { readonly amount: bigint | undefined }): bigint {
  const amount = amountOf(data);
  if (amount > maxU128) throw altered('amount');
  return amount;
}
