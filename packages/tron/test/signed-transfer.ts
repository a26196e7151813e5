import type { SignedTransaction } from '@isochain/core';
import { utils } from 'tronweb';
import { finalize } from '../src/bytes/finalize.ts';
import { rawDataBytes } from '../src/bytes/raw-data.ts';
import type { TronPlan } from '../src/bytes/transaction.ts';
import { alice, bob, hexOf, now } from './scripted-nodes.ts';

/** The private key of `alice`: trustwallet/wallet-core, tests/chains/Tron/SignerTests.cpp. */
const aliceKey = '2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54';

export interface Signed {
  readonly plan: TronPlan;
  readonly signed: SignedTransaction;
}

/** Signs with tronweb. */
export function signedBy(privateKey: string, plan: TronPlan): Signed {
  const raw = rawDataBytes(plan);
  const id = Uint8Array.from(utils.crypto.SHA256([...raw]));
  const signature = utils.crypto.ECKeySign([...id], utils.code.hexStr2byteArray(privateKey.replace(/^0x/, '')));
  return { plan, signed: finalize(plan, { raw, id }, signature) };
}

/** A transfer of 1 TRX from alice to bob. */
export function signedTransfer(changed: Partial<TronPlan> = {}): Signed {
  const owner = hexOf(alice);
  return signedBy(aliceKey, {
    ...{ owner, contract: { type: 'TransferContract', to: hexOf(bob), amount: 1_000_000n } },
    ...{ refBlockBytes: '262d', refBlockHash: '52bfa4b2814f816f' },
    ...{ expiration: now + 600_000, timestamp: now - 3_000, permissionId: 0, signers: [owner] },
    ...changed,
  });
}
