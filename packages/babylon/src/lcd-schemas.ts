import { fromBase64, fromHex, toHex } from '@isochain/core';
import { jsonInteger } from '@isochain/core/upstream';
import * as z from 'zod';
import type { StakingParameters } from './parameters.ts';

// Answers of Babylon's nodes (proto/babylon/btcstaking/v1/query.proto). Bytes are in base64, but keys in hex. 64-bit integers are strings.

const integer = z.union([
  jsonInteger(),
  z
    .string()
    .regex(/^\d{1,20}$/)
    .transform(BigInt),
]);
const count = integer.refine((value) => value < 2n ** 32n).transform(Number);

/** Reads hex or base64 as hex. The length tells which of them a key or signature is. A script in base64 always has a character that is not hex. */
const hexOf = (length?: number) =>
  z.string().transform((text, refinement) => {
    const bytes = fromHex(text) ?? fromBase64(text);
    if (bytes === undefined || (length !== undefined && bytes.length !== length)) refinement.addIssue('not such bytes');
    return toHex(bytes ?? new Uint8Array());
  });

/** A share of the rewards. */
export const share = z
  .string()
  .regex(/^[01](\.\d+)?$/)
  .transform(Number)
  .refine((value) => value <= 1);

const parameters = z
  .object({
    covenant_pks: z.array(hexOf(32)),
    covenant_quorum: count,
    min_staking_value_sat: integer,
    max_staking_value_sat: integer,
    min_staking_time_blocks: count,
    max_staking_time_blocks: count,
    slashing_pk_script: hexOf(),
    min_slashing_tx_fee_sat: integer,
    slashing_rate: z.string().max(40),
    unbonding_time_blocks: count,
    unbonding_fee_sat: integer,
    btc_activation_height: count,
  })
  .transform((found) => ({
    covenant: found.covenant_pks.toSorted(),
    quorum: found.covenant_quorum,
    minValue: found.min_staking_value_sat,
    maxValue: found.max_staking_value_sat,
    minTime: found.min_staking_time_blocks,
    maxTime: found.max_staking_time_blocks,
    slashingScript: found.slashing_pk_script,
    // Babylon writes decimals with 18 digits.
    slashingRate: found.slashing_rate.replace(/(\.\d*?)0+$/, '$1'),
    slashingFee: found.min_slashing_tx_fee_sat,
    unbondingTime: found.unbonding_time_blocks,
    unbondingFee: found.unbonding_fee_sat,
    activationHeight: found.btc_activation_height,
  }));

export const versions = z
  .object({
    params: z.array(z.object({ version: count.default(0), params: parameters })),
    // Refuses a partial list: the version that counts might be missing.
    pagination: z.object({ next_key: z.literal('').nullish() }).nullish(),
  })
  .transform(({ params }): StakingParameters[] => params.map(({ version, params: found }) => ({ version, ...found })));

export const lightClientTip = z
  .object({ header: z.object({ height: count }) })
  .transform(({ header }) => header.height);

/** Number of blocks after a block (proto/babylon/btclightclient/v1/query.proto). Some nodes leave out 0. */
export const headerDepth = z.object({ depth: count.default(0) }).transform((found) => found.depth);

/** The error for an unknown block (x/btclightclient/types/errors.go). */
export const unknownHeader = {
  statuses: [400, 404, 500],
  schema: z.object({ message: z.string().regex(/header does not exist/) }),
};

/** Number of blocks that must follow a block before it counts (proto/babylon/btccheckpoint/v1/params.proto). */
export const confirmationDepth = z
  .object({ params: z.object({ btc_confirmation_depth: count.refine((depth) => depth > 0) }) })
  .transform(({ params }) => params.btc_confirmation_depth);

const provider = z
  .object({
    btc_pk: hexOf(32),
    description: z.object({ moniker: z.string() }),
    commission: share,
    slashed_babylon_height: count.default(0),
    slashed_btc_height: count.default(0),
    jailed: z.boolean().default(false),
    soft_deleted: z.boolean().default(false),
  })
  .transform((found) => ({
    key: found.btc_pk,
    name: found.description.moniker,
    commission: found.commission,
    isSlashed: found.slashed_babylon_height > 0 || found.slashed_btc_height > 0,
    isJailed: found.jailed,
    isClosed: found.soft_deleted,
  }));

/** A finality provider, from a Babylon node. */
export type Provider = z.output<typeof provider>;

const delegation = z
  .object({
    btc_pk: hexOf(32),
    fp_btc_pk_list: z.array(hexOf(32)),
    staking_time: count,
    unbonding_time: count,
    total_sat: integer,
    staking_tx_hex: hexOf(),
    staking_output_idx: count.default(0),
    slashing_tx_hex: hexOf(),
    status_desc: z.string(),
    params_version: count.default(0),
    undelegation_response: z.object({
      unbonding_tx_hex: hexOf(),
      slashing_tx_hex: hexOf(),
      covenant_unbonding_sig_list: z.array(z.object({ pk: hexOf(32), sig: hexOf(64) })).nullish(),
    }),
  })
  .transform((found) => ({
    staker: found.btc_pk,
    providers: found.fp_btc_pk_list,
    stakingTime: found.staking_time,
    unbondingTime: found.unbonding_time,
    value: found.total_sat,
    stakingTransaction: found.staking_tx_hex,
    vout: found.staking_output_idx,
    slashingTransaction: found.slashing_tx_hex,
    status: found.status_desc,
    version: found.params_version,
    unbondingTransaction: found.undelegation_response.unbonding_tx_hex,
    unbondingSlashingTransaction: found.undelegation_response.slashing_tx_hex,
    signatures: (found.undelegation_response.covenant_unbonding_sig_list ?? []).map(({ pk, sig }) => ({
      key: pk,
      signature: sig,
    })),
  }));

/** A stake, from a Babylon node. Keys, transactions and signatures in hex, amounts in satoshi. */
export type Delegation = z.output<typeof delegation>;

export const oneProvider = z.object({ finality_provider: provider }).transform((found) => found.finality_provider);
export const oneDelegation = z.object({ btc_delegation: delegation }).transform((found) => found.btc_delegation);
export const pageOfProviders = z.object({
  // One that cannot be read costs only itself. If none can be read, the node speaks another language.
  finality_providers: z
    .array(z.unknown())
    .transform((rows) => ({ rows, providers: rows.flatMap((row) => provider.safeParse(row).data ?? []) }))
    .refine(({ rows, providers }) => rows.length === 0 || providers.length > 0, 'nothing can be read')
    .transform(({ providers }) => providers),
  pagination: z.object({ next_key: z.string().nullish() }).nullish(),
});

/**
 * Errors of the module (x/btcstaking/types/errors.go: `the BTC delegation is not found`) have different statuses, depending on the gateway in front
 * of it. For an unknown path the text is only `Not Found`.
 */
export const missing = { statuses: [400, 404, 500], schema: z.object({ message: z.string().regex(/is not found/) }) };

export const head = z
  .object({ block: z.object({ header: z.object({ chain_id: z.string(), height: count }) }) })
  .transform(({ block: { header } }) => ({ chainId: header.chain_id, height: header.height }));

export const nodeInfo = z.object({ default_node_info: z.object({ network: z.string() }) });
