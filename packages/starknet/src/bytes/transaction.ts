import type { ClassName } from '../account/classes.ts';
import type { DeployableClass } from '../account/derive.ts';
import type { Address } from '../address/address.ts';
import type { KeyPoint } from '../address/public-key.ts';
import type { Call } from './calls.ts';

/** The most of one resource that a transaction may use, and the highest price for a unit of it, in FRI (10^-18 STRK). */
export interface ResourceBound {
  readonly maxAmount: bigint;
  readonly maxPricePerUnit: bigint;
}

/** Names of the resources, as nodes write them. */
const resources = ['l1_gas', 'l2_gas', 'l1_data_gas'] as const;

type Resource = (typeof resources)[number];

export type ResourceBounds = Readonly<Record<Resource, ResourceBound>>;

interface Shared {
  /** The number of the chain that the transaction is for. */
  readonly chain: bigint;
  readonly sender: Address;
  /** The key that signs. */
  readonly owner: KeyPoint;
  readonly account: ClassName;
  readonly nonce: bigint;
  /** FRI for each unit of gas of layer 2, beside its price. */
  readonly tip: bigint;
  readonly bounds: ResourceBounds;
}

/** Calls contracts, one after the other. If one fails, none counts. */
export interface InvokePlan extends Shared {
  readonly type: 'INVOKE';
  readonly calls: readonly Call[];
}

/** Begins an account. */
export interface DeployPlan extends Shared {
  readonly type: 'DEPLOY_ACCOUNT';
  readonly account: DeployableClass;
  readonly classHash: bigint;
  readonly salt: bigint;
  readonly constructorCalldata: readonly bigint[];
}

/** A transaction of version 3. */
export type StarknetPlan = InvokePlan | DeployPlan;

/** What `finalize` joins with a signature. */
export interface Unsigned {
  /** What is signed, and the id of the transaction. */
  readonly hash: bigint;
}

/**
 * The most that a transaction can cost, in FRI: all resources at their bounds, and the tip for all gas of layer 2. Nodes ask that the account holds it
 * (starkware-libs/sequencer, starknet_api: `ValidResourceBounds::max_possible_fee`).
 */
export function highestFee({ bounds, tip }: Pick<StarknetPlan, 'bounds' | 'tip'>): bigint {
  const sum = resources.reduce((total, name) => total + bounds[name].maxAmount * bounds[name].maxPricePerUnit, 0n);
  return sum + bounds.l2_gas.maxAmount * tip;
}
