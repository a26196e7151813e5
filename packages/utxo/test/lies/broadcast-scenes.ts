import type { EncodeResult } from '@isochain/core';
import { signAll } from '../signers.ts';
import { owner, ownerKey, recipient, segwit } from './accounts.ts';
import { scene, type UpstreamKind, type UtxoScene } from './upstream.ts';

// What clients send. Signatures are bitcoinjs-lib's.

const broadcast = (kind: UpstreamKind): UtxoScene => {
  const where = {
    kinds: [kind],
    build: (chain: Parameters<Parameters<typeof scene>[1]['build']>[0]) => void chain.fund(segwit, 100_000_000n),
  };
  let signed: Promise<EncodeResult['transaction'] & { signature: string }> | undefined;
  const sign = async () => {
    const honest = made.connect(made.upstream());
    const { transaction } = await honest.encode({
      ...{ mode: 'transfer', senderAddress: segwit, senderPubKey: ownerKey },
      ...{ recipientAddress: recipient, amount: '50000000' },
    });
    const forms = signAll({ encoded: transaction.encoded, privateKeys: [owner.privateKey] });
    return { ...transaction, signature: forms['signatures in hex'] };
  };
  const made = scene(`broadcast (${kind})`, where, async (chain) => {
    signed ??= sign();
    return chain.broadcast(await signed);
  });
  return made;
};

export const broadcastScenes: readonly UtxoScene[] = (['esplora', 'blockbook', 'core'] as const).map(broadcast);
