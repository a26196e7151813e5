import type { RecordScene } from '@isochain/conformance';
import { signMessage } from '../world/actor.ts';
import { apt, leaver, newcomer, recipient, sender, singleKey, staker, stranger } from '../world/cast.ts';
import { askedTestnet } from '../world/honest.ts';
import { pool, tokens } from '../world/world.ts';
import {
  addition,
  adjustedUnstake,
  all,
  asking,
  askingTestnet,
  asset,
  byBoth,
  coin,
  dollars,
  type Intent,
  inEveryForm,
  inHex,
  migrated,
  ofSingleKey,
  orderless,
  reactivation,
  registration,
  sponsored,
  stake,
  transfer,
  unstake,
  withdraw,
} from './asking.ts';

// Every mode, with what may be wished for.

const named = (intents: Readonly<Record<string, Intent>>, more: Parameters<typeof asking>[2]) =>
  Object.entries(intents).map(([name, intent]) => asking(name, intent, more));

const ofSender: Readonly<Record<string, Intent>> = {
  transfer,
  maximum: { ...transfer, ...all },
  'transfer of one octa': { ...transfer, amount: '1' },
  'transfer to oneself': { ...transfer, recipientAddress: sender.address },
  'transfer with its key': { ...transfer, senderPubKey: sender.publicKey },
  'transfer with its key as AIP-80 writes it': { ...transfer, senderPubKey: `ed25519-pub-0x${sender.publicKey}` },
  'transfer in capitals and without 0x': {
    ...transfer,
    recipientAddress: recipient.address.slice(2).toUpperCase(),
  },
  'transfer to an address of the chain': { ...transfer, recipientAddress: '0x1' },
  'transfer with a price': { ...transfer, params: { gasUnitPrice: '150' } },
  'maximum with a price': { ...transfer, ...all, params: { gasUnitPrice: '150' } },
  'transfer with a gas limit': { ...transfer, gas: '2000' },
  'transfer with fees': { ...transfer, fees: '300000' },
  'transfer with an end': { ...transfer, params: { expirationTimestampSecs: '1795395600' } },
  'transfer with its next sequence number': { ...transfer, nonce: '1' },
  'transfer with a later sequence number': { ...transfer, nonce: '9' },
  'transfer with an unknown wish': { ...transfer, params: { speed: 'fast' } },
  'transfer with a memo': { ...transfer, memo: 'invoice 7' },
  'orderless transfer': orderless,
  dollars,
  'all dollars': { ...dollars, ...all },
  asset,
  'all of an asset': { ...asset, ...all },
  'migrated asset': migrated,
  'all of a migrated asset': { ...migrated, ...all },
  coin,
  'all of a coin': { ...coin, ...all },
  'an asset that keeps a part': { ...asset, tokenId: tokens.keeping, amount: '200' },
  'orderless dollars': { ...dollars, nonce: '4243', params: { orderless: true } },
  registration,
  stake,
  'stake of all': { ...stake, ...all },
  'stake with a price': { ...stake, params: { gasUnitPrice: '150' } },
};

const ofStaker: Readonly<Record<string, Intent>> = {
  addition,
  reactivation,
  'reactivation of all': { ...reactivation, ...all },
  unstake,
  'unstake of all': { ...unstake, ...all },
  'unstake with an id': { ...unstake, stakeId: `${pool}:active` },
};

const ofLeaver: Readonly<Record<string, Intent>> = {
  'adjusted unstake': adjustedUnstake,
  withdrawal: withdraw,
  'withdrawal of a part': { ...withdraw, amount: String(apt) },
  'withdrawal with an id': { ...withdraw, stakeId: `${pool}:inactive` },
};

export const modeScenes: readonly RecordScene[] = [
  ...named(ofSender, { sign: inHex(sender) }),
  ...named(ofStaker, { sign: inHex(staker) }),
  ...named(ofLeaver, { sign: inHex(leaver) }),
  ...named(
    {
      'transfer of a single key': { ...transfer, ...ofSingleKey },
      'dollars of a single key': { ...dollars, ...ofSingleKey, tokenId: tokens.demo },
    },
    { sign: inHex(singleKey) },
  ),
  ...named(
    {
      'first transfer of an account': {
        ...transfer,
        ...{ senderAddress: newcomer.address, senderPubKey: newcomer.publicKey },
      },
      'first transfer of all': {
        ...{ ...transfer, ...all },
        ...{ senderAddress: newcomer.address, senderPubKey: newcomer.publicKey },
      },
    },
    { sign: inHex(newcomer) },
  ),
  ...named(
    { 'sponsored transfer': sponsored, 'sponsored maximum': { ...sponsored, ...all } },
    { sign: byBoth(sender, stranger) },
  ),
  asking('asset of the configuration', asset, {
    options: { tokens: [{ id: tokens.demo, name: 'Own dollar', ticker: 'OWN', decimals: 2 }] },
  }),
  asking('transfer that ends soon', transfer, { options: { expirationSeconds: 30 } }),
];

/** On the test network accounts have the same addresses, and transactions other bytes. */
export async function testnetScenes(): Promise<readonly RecordScene[]> {
  const { tokenIds } = await askedTestnet();
  const keyed = { senderPubKey: sender.publicKey };
  const own = { sign: inHex(sender) };
  return [
    askingTestnet('transfer', { ...transfer, ...keyed }, own),
    askingTestnet('maximum', { ...transfer, ...keyed, ...all }, own),
    askingTestnet('dollars', { ...dollars, ...keyed, tokenId: tokenIds.usdc }, own),
    askingTestnet('stake', { ...stake, ...keyed }, own),
  ];
}

/** Signatures that are refused: of another key, of something else, and none at all. */
const wrongly: NonNullable<RecordScene['sign']> = ({ encoded }) => {
  const message = encoded[0]?.raw?.value ?? '';
  return {
    'of another key': signMessage(message, stranger),
    'of something else': signMessage('11'.repeat(32), sender),
    'of the transaction without its prefix': signMessage(message.slice(64), sender),
    'too short': '11'.repeat(20),
    'no text': '!',
    'two signatures': `${signMessage(message, sender)},${signMessage(message, stranger)}`,
    'another scheme': `020020${stranger.publicKey}0040${signMessage(message, stranger)}`,
  };
};

export const signatureScenes: readonly RecordScene[] = [
  asking('every form of signature', transfer, { sign: inEveryForm(sender) }),
  asking('every form of signature: dollars', dollars, { sign: inEveryForm(sender) }),
  asking('every form of signature: orderless', orderless, { sign: inEveryForm(sender) }),
  asking('every form of signature: stake', addition, { sign: inEveryForm(staker) }),
  asking(
    'every form of signature: single key',
    { ...transfer, ...ofSingleKey },
    { sign: inEveryForm(singleKey, 'single_key') },
  ),
  asking('wrong signatures', transfer, { sign: wrongly }),
];
