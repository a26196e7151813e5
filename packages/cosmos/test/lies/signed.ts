import type { Chain, EncodedItem, Family } from '@isochain/core';
import { cosmos } from '../../src/index.ts';
import { signedForms } from '../conformance.ts';
import type { TestKey } from '../keys.ts';
import { intentsOn } from './encode-scenes.ts';
import { castOf, now, startWorld } from './world.ts';

// Transactions that were encoded over an honest node, and signed.

const family: Family = cosmos;
const { chain, sender, recipient, stranger } = castOf('cosmoshub');
const intents = intentsOn('cosmoshub');

interface Encoded {
  readonly data: unknown;
  readonly encoded: readonly EncodedItem[];
}

interface Signed extends Encoded {
  readonly signature: string;
  /** The signed bytes. */
  readonly raw: Uint8Array;
}

async function encodeAndSign(opened: Chain, intent: object, by: TestKey): Promise<Signed> {
  const { transaction } = (await opened.encode(intent as never)) as unknown as { transaction: Encoded };
  const forms = signedForms(chain, transaction.encoded, by);
  const raw = Buffer.from(forms['the signed transaction in base64'], 'base64');
  return { ...transaction, signature: forms.hex, raw };
}

function open({ url, fetch }: ReturnType<typeof startWorld>): Chain {
  return family.connect('cosmoshub', { endpoints: [{ url, kind: 'rest' }], fetch, now: () => now });
}

/** Transactions one after the other, as they were mined. */
async function chronicle() {
  const world = startWorld('cosmoshub');
  const mined: { readonly raw: Uint8Array; readonly hash: string }[] = [];
  const back = {
    ...{ mode: 'transfer', senderAddress: recipient.address, senderPubKey: recipient.publicKey },
    ...{ recipientAddress: sender.address, amount: '1000' },
  };
  const all = [
    ...['transfer', 'tokens', 'claim', 'stake', 'redelegation', 'unstake'].map(
      (name) => [intents[name], sender] as const,
    ),
    [back, recipient] as const,
  ];
  for (const [intent = {}, by] of all) {
    const { raw } = await encodeAndSign(open(world), intent, by);
    mined.push({ raw, hash: world.ledger.send(raw).hash });
  }
  return mined;
}

/** A transfer that is not sent yet. */
export const waiting: Signed = await encodeAndSign(open(startWorld('cosmoshub')), intents.transfer ?? {}, sender);

/** Another one with the same sequence. */
export const rival: Signed = await encodeAndSign(
  open(startWorld('cosmoshub')),
  { ...intents.transfer, recipientAddress: stranger.address },
  sender,
);

/** What the chain has: a transfer, tokens, a claim, a stake, a redelegation, an unstake, and coins that came. */
export const mined: readonly { readonly raw: Uint8Array; readonly hash: string }[] = await chronicle();
