import { RejectedAnswer } from '@isochain/core/upstream';

/** How long parameters are believed, in milliseconds. They change at maintenance, every six hours, after days of voting. */
export const parameterLifetimeMs = 3_600_000;

/** What the chain charges, and what it allows (tronprotocol/java-tron, Wallet.getChainParameters). Amounts are in sun. */
export interface Parameters {
  /** For one byte of bandwidth that is not staked. */
  readonly bytePrice: bigint;
  /** For an account that does not exist yet. */
  readonly activation: bigint;
  /** The same in bandwidth, if staked bandwidth does not suffice. */
  readonly activationBandwidth: bigint;
  /** Factor on the size if staked bandwidth pays for an activation. */
  readonly activationRate: bigint;
  /** For one unit of energy that is not staked. */
  readonly energyPrice: bigint;
  readonly maxFeeLimit: bigint;
  readonly memo: bigint;
  /** The longest transaction, in bytes, that creates an account. */
  readonly maxActivationSize: bigint;
  readonly unfreezeDays: bigint;
  /** Whether staked coins for votes are a resource of their own. Staking has other rules then. */
  readonly hasTronPower: boolean;
  /** Whether the chain refuses native coins for contracts. */
  readonly forbidsTransferToContract: boolean;
}

/** Values by key, as nodes list them. A row without a value is 0, and undefined if it does not fit. */
export type ParameterRows = ReadonlyMap<string, bigint | undefined>;

/**
 * Prices above these are not believed: five times the highest of the years until 2026 (tronprotocol/documentation-en, mechanism-algorithm/resource
 * and the proposals of tronscan.org: 420 sun for energy, 1,000 for a byte, 1 TRX for an activation and for a memo).
 */
const highest = {
  bytePrice: 5_000n,
  activation: 5_000_000n,
  activationBandwidth: 500_000n,
  activationRate: 10n,
  energyPrice: 2_100n,
  maxFeeLimit: 75_000_000_000n,
  memo: 5_000_000n,
  // ProposalUtil of tronprotocol/java-tron: votes cannot set more.
  maxActivationSize: 10_000n,
  unfreezeDays: 365n,
} as const satisfies Partial<Record<keyof Parameters, bigint>>;

/**
 * Prices below these are not believed: those of the first years, the lowest ever (tronprotocol/documentation-en, mechanism-algorithm/resource). A
 * `fee_limit` from a price that is too low makes a call fail, and costs all of it.
 */
const lowest = {
  bytePrice: 10n,
  energyPrice: 10n,
  // ProposalUtil of tronprotocol/java-tron.
  maxActivationSize: 500n,
} as const satisfies Partial<Record<keyof Parameters, bigint>>;

/** MAX_CREATE_ACCOUNT_TX_SIZE of tronprotocol/java-tron, where older nodes do not list it. */
const usualActivationSize = 1_000n;

/**
 * Reads the parameters of the chain.
 *
 * @throws RejectedAnswer if a row that fees need is missing, or a price is absurd: an endpoint that lies could have the sender pay too much, or too little
 *   for the transaction to succeed.
 */
export function readParameters(rows: ParameterRows): Parameters {
  const needed = (key: string): bigint => {
    const value = rows.get(key);
    if (value === undefined) throw new RejectedAnswer('a parameter of the chain is missing');
    return value;
  };
  /** Not all nodes list it. */
  const listed = (key: string): bigint | undefined => (rows.has(key) ? needed(key) : undefined);
  const parameters: Parameters = {
    bytePrice: needed('getTransactionFee'),
    activation: needed('getCreateNewAccountFeeInSystemContract'),
    activationBandwidth: needed('getCreateAccountFee'),
    activationRate: needed('getCreateNewAccountBandwidthRate'),
    energyPrice: needed('getEnergyFee'),
    maxFeeLimit: needed('getMaxFeeLimit'),
    memo: needed('getMemoFee'),
    maxActivationSize: listed('getMaxCreateAccountTxSize') ?? usualActivationSize,
    unfreezeDays: needed('getUnfreezeDelayDays'),
    hasTronPower: listed('getAllowNewResourceModel') === 1n,
    forbidsTransferToContract: listed('getForbidTransferToContract') === 1n,
  };
  const names = Object.keys(highest) as (keyof typeof highest)[];
  const least: Partial<Record<keyof Parameters, bigint>> = lowest;
  if (names.some((name) => parameters[name] > highest[name] || parameters[name] < (least[name] ?? 0n))) {
    throw new RejectedAnswer('its prices are absurd');
  }
  return parameters;
}
