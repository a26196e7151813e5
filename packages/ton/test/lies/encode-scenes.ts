import type { TonKind } from '../../src/options.ts';
import type { Actor } from '../world/actor.ts';
import { bounceable, coin, fifth, newcomer, nobody, rawOf, recipient, sender, third } from '../world/cast.ts';
import { pools, withPools } from '../world/pools.ts';
import { token } from '../world/world.ts';
import { nameOver } from './interfaces.ts';
import { carryOut, scene, type TonScene, type Where } from './upstream.ts';

// What clients encode, over each interface. What comes out is signed and carried out by the true chain.

type Intent = Readonly<Record<string, unknown>>;

const amount = 2n * coin;

const to = { mode: 'transfer', recipientAddress: recipient.address, amount: String(amount) };
const everything = { ...to, amount: undefined, useMaxAmount: true };

interface Asked {
  readonly by: Actor;
  readonly intent: Intent;
}

const intents = {
  transfer: { by: sender, intent: { ...to, memo: 'invoice 7' } },
  maximum: { by: sender, intent: everything },
  'transfer to nobody yet': { by: sender, intent: { ...to, recipientAddress: nobody } },
  'transfer to a raw address': { by: sender, intent: { ...to, recipientAddress: rawOf(recipient.address) } },
  'transfer that may come back': { by: sender, intent: { ...to, recipientAddress: bounceable(recipient.address) } },
  'transfer to the masterchain': { by: sender, intent: { ...to, recipientAddress: `-1:${'7'.repeat(64)}` } },
  'transfer of version 5': { by: fifth, intent: to },
  'maximum of version 5': { by: fifth, intent: everything },
  'transfer of version 3': { by: third, intent: to },
  'first transfer': { by: newcomer, intent: { ...to, senderPubKey: newcomer.publicKey } },
  'first maximum': { by: newcomer, intent: { ...everything, senderPubKey: newcomer.publicKey } },
} as const satisfies Readonly<Record<string, Asked>>;

const stakes = {
  stake: {
    by: sender,
    intent: { mode: 'stake', targetValidatorAddress: pools.nominators, amount: String(12n * coin) },
  },
  unstake: { by: third, intent: { mode: 'unstake', validatorAddress: pools.nominators, useMaxAmount: true } },
  'liquid stake': {
    by: sender,
    intent: { mode: 'stake', targetValidatorAddress: pools.liquid, amount: String(amount) },
  },
  'liquid unstake': {
    by: third,
    intent: { mode: 'unstake', validatorAddress: pools.liquid, amount: String(3n * coin) },
  },
} as const satisfies Readonly<Record<string, Asked>>;

const withTokens = {
  tokens: { by: sender, intent: { ...to, mode: 'transferToken', tokenId: token, amount: '1234567' } },
  'all tokens': {
    by: sender,
    intent: { ...everything, mode: 'transferToken', tokenId: token },
  },
} as const satisfies Readonly<Record<string, Asked>>;

type IntentName = keyof typeof intents;

/** Encodes, signs and has it carried out. */
function encoding(name: string, { by, intent }: Asked, where: Where = {}): TonScene {
  return scene(name, where, async (chain) => {
    const answer = await chain.encode({ senderAddress: by.address, ...intent } as never);
    return { ...answer, carried: await carryOut(by, where.build, answer) };
  });
}

const kinds: readonly TonKind[] = ['toncenter-v3', 'toncenter-v2', 'tonapi'];

const over = (kind: TonKind, names: readonly IntentName[]) =>
  names.map((name) => encoding(nameOver(name, kind), intents[name], { kind }));

const names = Object.keys(intents) as IntentName[];

/** The other interfaces tell the same facts: some scenes stand for all. */
const some: readonly IntentName[] = ['transfer', 'maximum', 'first transfer', 'transfer to a raw address'];

export const encodeScenes: readonly TonScene[] = [
  ...over('toncenter-v3', names),
  ...over('toncenter-v2', some),
  ...over('tonapi', some),
  ...kinds.flatMap((kind) =>
    Object.entries(withTokens).map(([name, asked]) => encoding(nameOver(name, kind), asked, { kind })),
  ),
  // toncenter v2 lists no positions, so it is not asked about stakes.
  ...(['toncenter-v3', 'tonapi'] as const).flatMap((kind) =>
    Object.entries(stakes).map(([name, asked]) =>
      encoding(nameOver(name, kind), asked, { kind, build: withPools, options: { nominatorPoolCodes: [pools.code] } }),
    ),
  ),
];
