import * as z from 'zod';
import { decimalUnit } from '../../decimal.ts';
import { amount, coin, decimal, isDistinct, nextKey, someOf, time, wholeCoin } from './fields.ts';

// The modules staking and distribution (cosmos-sdk proto/cosmos/staking/v1beta1/query.proto, proto/cosmos/distribution/v1beta1/query.proto).

const delegation = z
  .object({ delegation: z.object({ delegator_address: z.string(), validator_address: z.string() }), balance: coin })
  // Shares are worth less than coins once a validator was slashed: the balance is what comes back.
  .transform(({ delegation: found, balance }) => ({
    delegator: found.delegator_address,
    validator: found.validator_address,
    denom: balance.denom,
    amount: balance.amount,
  }));

/** `GET /cosmos/staking/v1beta1/delegations/{address}`: a page of them. */
export const delegations = z
  .object({
    delegation_responses: someOf(delegation).refine(({ items }) =>
      isDistinct(items.map(({ validator: address }) => address)),
    ),
    pagination: nextKey,
  })
  .transform((found) => ({ ...found.delegation_responses, nextKey: found.pagination }));

/** `GET /cosmos/staking/v1beta1/validators/{validator}/delegations/{address}` */
export const oneDelegation = z
  .object({ delegation_response: delegation })
  .transform((found) => found.delegation_response);

/** `GET /cosmos/staking/v1beta1/delegators/{address}/unbonding_delegations`: a page of them. Times in milliseconds since 1970. */
export const unbondings = z
  .object({
    unbonding_responses: someOf(
      z.object({
        delegator_address: z.string(),
        validator_address: z.string(),
        entries: someOf(z.object({ completion_time: time, balance: amount })),
      }),
    ).refine(({ items }) => isDistinct(items.map(({ validator_address }) => validator_address))),
    pagination: nextKey,
  })
  .transform((found) => ({
    items: found.unbonding_responses.items.flatMap(({ delegator_address: delegator, validator_address, entries }) =>
      entries.items.map((entry) => ({
        delegator,
        validator: validator_address,
        // The balance is what slashing has left of it.
        amount: entry.balance,
        endsAt: entry.completion_time,
      })),
    ),
    odd: [...found.unbonding_responses.odd, ...found.unbonding_responses.items.flatMap(({ entries }) => entries.odd)],
    nextKey: found.pagination,
  }));

/** `GET /cosmos/staking/v1beta1/validators/{validator}/delegations/{address}/unbonding_delegation`: when each ends, in milliseconds since 1970. */
export const unbondingOfValidator = z
  .object({ unbond: z.object({ entries: z.array(z.object({ completion_time: time })) }) })
  .transform(({ unbond }) => unbond.entries.map((entry) => entry.completion_time));

/** `GET /cosmos/staking/v1beta1/delegators/{address}/redelegations`: a page of them. The coins are in the delegations too. */
export const redelegations = z
  .object({
    redelegation_responses: someOf(
      z.object({
        redelegation: z.object({ validator_src_address: z.string(), validator_dst_address: z.string() }),
        entries: someOf(z.object({ redelegation_entry: z.object({ completion_time: time }) })),
      }),
    ),
    pagination: nextKey,
  })
  .transform((found) => ({
    redelegations: found.redelegation_responses.items.flatMap(({ redelegation, entries }) =>
      entries.items.map((entry) => ({
        from: redelegation.validator_src_address,
        to: redelegation.validator_dst_address,
        endsAt: entry.redelegation_entry.completion_time,
      })),
    ),
    nextKey: found.pagination,
  }));

/** @param moniker - A validator chooses it. */
const validatorWith = (moniker: z.ZodType<string>) =>
  z
    .object({
      operator_address: z.string(),
      jailed: z.boolean(),
      status: z.enum(['BOND_STATUS_BONDED', 'BOND_STATUS_UNBONDING', 'BOND_STATUS_UNBONDED']),
      tokens: amount,
      description: z.object({ moniker }),
      commission: z.object({ commission_rates: z.object({ rate: decimal.refine((rate) => rate <= decimalUnit) }) }),
    })
    .transform((found) => ({
      address: found.operator_address,
      isJailed: found.jailed,
      isBonded: found.status === 'BOND_STATUS_BONDED',
      stake: found.tokens,
      name: found.description.moniker,
      /** In units of 10^-18. */
      commission: found.commission.commission_rates.rate,
    }));

/** `GET /cosmos/staking/v1beta1/validators`: a page of them, in the order of their addresses. */
export const validators = z
  .object({
    validators: someOf(validatorWith(z.string().catch(''))).refine(({ items }) =>
      isDistinct(items.map(({ address }) => address)),
    ),
    pagination: nextKey,
  })
  .transform((found) => ({ ...found.validators, nextKey: found.pagination }));

/** `GET /cosmos/staking/v1beta1/validators/{validator}` */
export const oneValidator = z.object({ validator: validatorWith(z.string()) }).transform((found) => found.validator);

/** `GET /cosmos/staking/v1beta1/params` */
export const stakingParams = z
  .object({
    params: z.object({
      unbonding_time: z.string().regex(/^\d{1,12}(\.\d+)?s$/),
      // x/staking/types/params.go: validateMaxEntries
      max_entries: amount.refine((value) => value > 0n && value < 2n ** 32n),
      bond_denom: z.string(),
    }),
  })
  .transform(({ params }) => ({
    unbondingSeconds: Number.parseInt(params.unbonding_time, 10),
    /** Unbondings of one validator, and redelegations from one to another, at one time. */
    maxEntries: Number(params.max_entries),
    denom: params.bond_denom,
  }));

const coins = someOf(wholeCoin)
  .refine(({ items }) => isDistinct(items.map(({ denom }) => denom)))
  .nullish()
  .transform((found) => ({ items: (found?.items ?? []).filter((each) => each.amount > 0n), odd: found?.odd ?? [] }));

/** `GET /cosmos/distribution/v1beta1/delegators/{address}/rewards`: what is paid, in whole units. */
export const rewards = z
  .object({
    rewards: someOf(z.object({ validator_address: z.string(), reward: coins }))
      .refine(({ items }) => isDistinct(items.map(({ validator_address }) => validator_address)))
      .nullish(),
  })
  .transform(({ rewards: found }) => ({
    items: (found?.items ?? []).map(({ validator_address, reward }) => ({
      validator: validator_address,
      coins: reward.items,
    })),
    odd: [...(found?.odd ?? []), ...(found?.items ?? []).flatMap(({ reward }) => reward.odd)],
  }));

/** `GET /cosmos/distribution/v1beta1/delegators/{address}/rewards/{validator}`: what is paid, in whole units. */
export const rewardsOfValidator = z.object({ rewards: coins }).transform((found) => found.rewards);

/** `GET /cosmos/distribution/v1beta1/delegators/{address}/withdraw_address` */
export const withdrawAddress = z.object({ withdraw_address: z.string() }).transform((found) => found.withdraw_address);

/** `GET /babylon/epoching/v1/params` (babylonlabs-io/babylon proto/babylon/epoching/v1/params.proto) */
export const epochingParams = z
  .object({ params: z.object({ epoch_interval: amount, min_amount: amount.nullish() }) })
  // Early versions have no minimum.
  .transform(({ params }) => ({ blocks: Number(params.epoch_interval), minimum: params.min_amount ?? 0n }));
