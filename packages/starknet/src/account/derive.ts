import { hash } from 'starknet';
import { type Address, toAddress } from '../address/address.ts';
import type { PublicKey } from '../address/public-key.ts';
import { toFelt } from '../felt.ts';
import { accountClasses } from './classes.ts';

/** Classes that `deployAccount` deploys. */
export const deployableClasses = ['argent-0.4.0', 'argent-0.5.0'] as const;

export type DeployableClass = (typeof deployableClasses)[number];

/** An account that begins with a transaction of its own. */
export interface Deployment {
  readonly address: Address;
  readonly classHash: bigint;
  readonly salt: bigint;
  readonly constructorCalldata: readonly bigint[];
}

/**
 * What makes the account of a key: one Stark key as owner (`Signer::Starknet`, variant 0), no guardian (`Option::None`, variant 1), and the key as salt.
 * Wallets of Argent do the same (argentlabs/argent-contracts-starknet, src/account/argent_account.cairo: constructor). This is the only place that knows it:
 * any other calldata is another address.
 */
export function deploymentOf(className: DeployableClass, { x }: PublicKey): Deployment {
  const classHash = BigInt(accountClasses[className].classHash);
  const constructorCalldata = [0n, x, 1n];
  const address = hash.calculateContractAddressFromHash(
    toFelt(x),
    toFelt(classHash),
    constructorCalldata.map(toFelt),
    0,
  );
  return { address: toAddress(BigInt(address)), classHash, salt: x, constructorCalldata };
}
