import type { RecordScene } from '@isochain/conformance';
import { Networks } from '@stellar/stellar-base';
import { muxed, signHash } from '../world/actor.ts';
import { cosigners, exchange, leaver, recipient, sender, shared, stranger } from '../world/cast.ts';
import { askedTestnet } from '../world/honest.ts';
import { tokens } from '../world/world.ts';
import {
  all,
  asking,
  askingTestnet,
  byAll,
  claimable,
  closing,
  creation,
  enabling,
  envelopeOf,
  hashOf,
  type Intent,
  inEveryForm,
  inHex,
  limiting,
  removing,
  signedEnvelope,
  together,
  token,
  toMuxed,
  transfer,
} from './asking.ts';

// Every mode, with what may be wished for.

const hash = 'b49827d307e4d735a37c771453ffbdd8477abda73e61589dbf291b0020eaffb0';

const named = (intents: Readonly<Record<string, Intent>>, more: Parameters<typeof asking>[2]) =>
  Object.entries(intents).map(([name, intent]) => asking(name, intent, more));

const ofSender: Readonly<Record<string, Intent>> = {
  transfer,
  maximum: { ...transfer, ...all },
  'transfer of one stroop': { ...transfer, amount: '1' },
  'transfer to oneself': { ...transfer, recipientAddress: sender.address },
  'transfer to a number': toMuxed,
  'transfer from a number': { ...transfer, senderAddress: muxed(sender, 7n) },
  'creation of an account': creation,
  'creation of an account with everything': { ...creation, ...all },
  'creation with the reserve alone': { ...creation, amount: '10000000' },
  'transfer with its key': { ...transfer, senderPubKey: sender.publicKey },
  'transfer with its key as account': { ...transfer, senderPubKey: sender.address },
  'transfer with a text': { ...transfer, memo: 'invoice 2026-117' },
  'transfer with a long text': { ...transfer, memo: 'é'.repeat(14) },
  'transfer with a text that begins like a number': { ...transfer, memo: 'text:id:7' },
  'transfer with a number as text': { ...transfer, memo: '12345' },
  'transfer with a number': { ...transfer, memo: 'id:18446744073709551615' },
  'transfer with a number by wish': { ...transfer, memo: '12345', params: { memoType: 'id' } },
  'transfer with a hash': { ...transfer, memo: `hash:${hash}` },
  'transfer with a hash in base64': { ...transfer, memo: `hash:${Buffer.from(hash, 'hex').toString('base64')}` },
  'transfer back': { ...transfer, memo: hash, params: { memoType: 'return' } },
  'transfer with a memo to a number': { ...toMuxed, memo: 'id:8' },
  'transfer to an exchange': { ...transfer, recipientAddress: exchange.address, memo: 'id:12345' },
  'transfer to a number of an exchange': { ...transfer, recipientAddress: muxed(exchange, 12_345n) },
  'transfer with fees': { ...transfer, fees: '54321' },
  'maximum with fees': { ...transfer, ...all, fees: '54321' },
  'transfer with an end': { ...transfer, params: { maxTime: '1795395600' } },
  'transfer with an unknown wish': { ...transfer, params: { speed: 'fast' } },
  token,
  'all of a token': { ...token, ...all },
  'token with a long code': { ...token, tokenId: tokens.long, recipientAddress: tokens.long.split(':')[1] },
  'token as explorers write it': { ...token, tokenId: tokens.demo.replace(':', '-') },
  'token to a number': { ...token, recipientAddress: muxed(recipient, 7n) },
  'token with a memo': { ...token, memo: 'id:7' },
  claimable,
  'claimable for two weeks': { ...claimable, params: { claimable: true, reclaimAfterSeconds: '1209600' } },
  'claimable that is not needed': { ...token, params: { claimable: true } },
  enabling,
  'enabling up to a limit': { ...enabling, params: { limit: '10000000' } },
  'enabling what must be approved': { ...enabling, senderAddress: leaver.address, tokenId: tokens.regulated },
  limiting,
  removing,
};

/** What is signed by others than the sender. */
const byLeaver: Readonly<Record<string, Intent>> = {
  closing,
  'closing with a memo': { ...closing, memo: 'id:7' },
  'closing towards a number': { ...closing, recipientAddress: muxed(recipient, 7n) },
};

const { 'enabling what must be approved': approved, ...others } = ofSender;

export const modeScenes: readonly RecordScene[] = [
  ...named(others, { sign: inHex(sender) }),
  ...named({ ...byLeaver, 'enabling what must be approved': approved ?? {} }, { sign: inHex(leaver) }),
  asking('transfer of two keys', together, { sign: byAll([shared, cosigners[0]], Networks.PUBLIC) }),
  // The chain does not take it before its turn.
  asking('transfer with a later sequence number', { ...transfer, nonce: '270582939648000100' }),
  asking('transfer that ends soon', transfer, { options: { expirationSeconds: 30 } }),
];

/** On the test network accounts have the same addresses, and transactions other hashes. */
export async function testnetScenes(): Promise<readonly RecordScene[]> {
  const { tokenIds } = await askedTestnet();
  const own = { sign: inEveryForm(sender, Networks.TESTNET) };
  return [
    askingTestnet('transfer', transfer, own),
    askingTestnet('maximum', { ...transfer, ...all }, own),
    askingTestnet('token', { ...token, tokenId: tokenIds.demo }, own),
    askingTestnet('enabling', { ...enabling, tokenId: tokenIds.regulated, senderAddress: stranger.address }),
  ];
}

/** Signatures that are refused: of another key, of something else, and none at all. */
const wrongly: NonNullable<RecordScene['sign']> = (answer) => {
  const bytes = Buffer.from(envelopeOf(answer), 'base64').toString('hex');
  return {
    'of another key': signHash(hashOf(answer), stranger),
    'of something else': signHash('11'.repeat(32), sender),
    'of the envelope': signHash(bytes, sender),
    'of the hash as text': signHash(Buffer.from(hashOf(answer)).toString('hex'), sender),
    'for the test network': signedEnvelope(envelopeOf(answer), Networks.TESTNET, [sender]),
    'envelope of another key': signedEnvelope(envelopeOf(answer), Networks.PUBLIC, [stranger]),
    'envelope without signatures': envelopeOf(answer),
    'too short': '11'.repeat(20),
    'no text': '!',
  };
};

export const signatureScenes: readonly RecordScene[] = [
  asking('every form of signature', transfer, { sign: inEveryForm(sender, Networks.PUBLIC) }),
  asking('every form of signature: token', token, { sign: inEveryForm(sender, Networks.PUBLIC) }),
  asking('every form of signature: closing', closing, { sign: inEveryForm(leaver, Networks.PUBLIC) }),
  asking('signatures of two keys', together, { sign: byAll([cosigners[0], shared], Networks.PUBLIC) }),
  asking('one signature of two', together, { sign: inHex(shared) }),
  asking('wrong signatures', transfer, { sign: wrongly }),
];
