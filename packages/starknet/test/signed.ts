import type { SignedTransaction } from '@isochain/core';
import { deploymentOf } from '../src/account/derive.ts';
import type { Address } from '../src/address/address.ts';
import { pointOf } from '../src/address/public-key.ts';
import { assemble } from '../src/bytes/assemble.ts';
import { transferCall } from '../src/bytes/calls.ts';
import { finalize } from '../src/bytes/finalize.ts';
import type { DeployPlan, InvokePlan, ResourceBounds, StarknetPlan } from '../src/bytes/transaction.ts';
import { shortString } from '../src/felt.ts';
import { privateKey, publicKeyOf, signatureOf } from './keys.ts';
import { sender, strk, transfer } from './scripted-node.ts';

export interface Signed {
  readonly plan: StarknetPlan;
  readonly signed: SignedTransaction;
}

/** Signs with @scure/starknet. */
export function signedBy(plan: StarknetPlan, by: string = privateKey): Signed {
  const { unsigned } = assemble(plan);
  return { plan, signed: finalize(plan, unsigned, signatureOf(unsigned.hash.toString(16), by)) };
}

/** Enough for what tests do. */
export const ampleBounds: ResourceBounds = {
  l1_gas: { maxAmount: 0n, maxPricePerUnit: 10n ** 15n },
  l2_gas: { maxAmount: 2_500_000n, maxPricePerUnit: 12_000_000_000n },
  l1_data_gas: { maxAmount: 448n, maxPricePerUnit: 10n ** 13n },
};

const x = BigInt(publicKeyOf());
const shared = { chain: shortString('SN_MAIN'), owner: pointOf({ x }), tip: 0n, bounds: ampleBounds };
const padded = (hex: string) => `0x${hex.slice(2).padStart(64, '0')}` as Address;

/** A transfer of 1 STRK, with nonce 5. */
export function signedTransfer(changed: Partial<InvokePlan> = {}): Signed {
  const calls = [transferCall(padded(strk), padded(transfer.recipientAddress), 10n ** 18n)];
  return signedBy({
    ...{ type: 'INVOKE', ...shared, sender: padded(sender), account: 'argent-0.4.0', nonce: 5n, calls },
    ...changed,
  });
}

/** The deployment of the account of the tests. */
export function signedDeployment(changed: Partial<DeployPlan> = {}): Signed {
  const { address, ...made } = deploymentOf('argent-0.4.0', { x });
  return signedBy({
    ...{ type: 'DEPLOY_ACCOUNT', ...shared, sender: address, account: 'argent-0.4.0', nonce: 0n, ...made },
    ...changed,
  });
}
