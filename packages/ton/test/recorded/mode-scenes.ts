import type { RecordScene } from '@isochain/conformance';
import type { TonKind } from '../../src/options.ts';
import { sign } from '../ed25519.ts';
import type { Actor } from '../world/actor.ts';
import {
  bounceable,
  coin,
  fifth,
  newcomer,
  newcomers,
  nobody,
  now,
  oldest,
  rawOf,
  recipient,
  sender,
  stranger,
  third,
} from '../world/cast.ts';
import { pools, withPayout } from '../world/pools.ts';
import { token } from '../world/world.ts';
import { asking, from, inAllForms, inHex, liquidStake, maximum, stake, staking, tokens, transfer } from './asking.ts';

// Every mode, for every version of the wallet and every kind of endpoint.

type Intent = Readonly<Record<string, unknown>>;

const all = { amount: undefined, useMaxAmount: true };

const intents: Readonly<Record<string, Intent>> = {
  transfer,
  maximum,
  'with a memo': { ...transfer, memo: 'invoice 7 & 8' },
  // It has no room beside the sender's address, so the chain moves it.
  'with a memo that the chain moves': { ...transfer, memo: 'm'.repeat(50) },
  'with a long memo': { ...transfer, memo: 'Ünïcode '.repeat(60) },
};

const kinds: readonly TonKind[] = ['toncenter-v3', 'toncenter-v2', 'tonapi'];
const deployed = { 'version 4': sender, 'version 5': fifth, 'version 3': third, 'the first version 3': oldest };

const wallets = Object.entries({ ...deployed, ...newcomers }).flatMap(([wallet, actor]: [string, Actor]) =>
  Object.entries(intents).map(([name, intent]) =>
    asking(`${name}: ${wallet}`, from(actor, intent), { sign: inHex(actor) }),
  ),
);

const recipients: Readonly<Record<string, string>> = {
  'nobody yet': nobody,
  'an address that may bounce': bounceable(recipient.address),
  'a raw address': rawOf(recipient.address),
  'the masterchain': `-1:${'7'.repeat(64)}`,
  'a contract': token,
  'the sender': sender.address,
};

const toRecipients = Object.entries(recipients).flatMap(([name, recipientAddress]) => [
  asking(`transfer to ${name}`, { ...transfer, recipientAddress }, { sign: inHex(sender) }),
  asking(`maximum to ${name}`, { ...maximum, recipientAddress }),
]);

const seconds = now / 1000;

const wishes = Object.entries({
  'until a time of its own': { params: { timeout: seconds + 60 } },
  'for longer than an hour': { params: { timeout: seconds + 86_400 } },
  'with its nonce': { nonce: '2' },
  'with an unknown wish': { params: { speed: 'fast' } },
  'with fees and gas': { fees: '1', gas: '1' },
  'without a public key': { senderPubKey: undefined },
}).map(([name, wish]) => asking(`transfer ${name}`, { ...transfer, ...wish }));

const ofTokens = kinds.flatMap((kind) => [
  asking('tokens', tokens, { kind, sign: inHex(sender) }),
  asking('all tokens with a memo', { ...tokens, ...all, memo: 'rent' }, { kind }),
  asking('tokens to an owner without any', { ...tokens, recipientAddress: stranger.address }, { kind }),
]);

const unstake = { mode: 'unstake', senderAddress: third.address };

// toncenter v2 lists no positions, so it is not asked about stakes.
const ofStakes = (['toncenter-v3', 'tonapi'] as const).flatMap((kind) => [
  asking('stake', stake, { ...staking, kind, sign: inHex(sender) }),
  asking('liquid stake', liquidStake, { ...staking, kind, sign: inHex(sender) }),
  asking('liquid stake of everything', { ...liquidStake, ...all }, { ...staking, kind }),
  asking(
    'unstake',
    { ...unstake, validatorAddress: pools.nominators, ...all },
    { ...staking, kind, sign: inHex(third) },
  ),
  asking(
    'liquid unstake',
    { ...unstake, validatorAddress: pools.liquid, amount: String(3n * coin) },
    { ...staking, kind, sign: inHex(third) },
  ),
  asking(
    'withdraw',
    { ...unstake, mode: 'withdraw', validatorAddress: pools.nominators, ...all },
    { ...staking, build: withPayout, kind, sign: inHex(third) },
  ),
  asking('liquid unstake of everything', { ...unstake, validatorAddress: pools.liquid, ...all }, { ...staking, kind }),
  asking(
    'liquid unstake at the end of the round',
    { ...unstake, validatorAddress: pools.liquid, amount: String(coin), params: { atRoundEnd: true } },
    { ...staking, kind },
  ),
  asking(
    'liquid unstake at once or not at all',
    { ...unstake, validatorAddress: pools.liquid, amount: String(coin), params: { orNothing: true } },
    { ...staking, kind },
  ),
]);

const overOthers = (['toncenter-v2', 'tonapi'] as const).flatMap((kind) => [
  ...Object.entries(intents).map(([name, intent]) => asking(name, intent, { kind, sign: inHex(sender) })),
  asking('first transfer', from(newcomer, transfer), { kind, sign: inHex(newcomer) }),
]);

export const modeScenes: readonly RecordScene[] = [
  ...[...wallets, ...toRecipients, ...wishes],
  ...[...ofTokens, ...ofStakes, ...overOthers],
];

/** Signatures that are refused: of something else, of another key, of the message instead of its hash, and none at all. */
const wrongly: NonNullable<RecordScene['sign']> = ({ encoded }) => {
  const { hash, raw } = encoded[0] ?? {};
  const made = (hex: string, { secretKey }: Actor) => sign(Buffer.from(hex, 'hex'), secretKey).toString('hex');
  return {
    'of another key': made(hash?.value ?? '', stranger),
    'of something else': made('11'.repeat(32), sender),
    'of the message': made(raw?.value ?? '', sender),
    'too short': '11'.repeat(63),
    'no text': '!',
  };
};

export const signatureScenes: readonly RecordScene[] = [
  ...Object.entries({ ...deployed, ...newcomers }).map(([name, actor]) =>
    asking(`every form of signature: ${name}`, from(actor, transfer), { sign: inAllForms(actor) }),
  ),
  asking('every form of signature: tokens', tokens, { sign: inAllForms(sender) }),
  asking('every form of signature: stake', stake, { ...staking, sign: inAllForms(sender) }),
  asking('wrong signatures', transfer, { sign: wrongly }),
];
