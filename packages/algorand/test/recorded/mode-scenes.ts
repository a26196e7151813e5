import type { RecordScene } from '@isochain/conformance';
import { bytesOfAddress } from '../judge.ts';
import { signBytes } from '../world/actor.ts';
import { cold, leaver, recipient, rekeyed, rich, sender, stranger, voter } from '../world/cast.ts';
import { assets, participation } from '../world/world.ts';
import {
  all,
  asking,
  closing,
  type Intent,
  inEveryForm,
  inHex,
  leavingToken,
  messageOf,
  ofRekeyed,
  opening,
  optIn,
  optOut,
  rawOf,
  signedTransaction,
  stake,
  token,
  transfer,
  unstake,
} from './asking.ts';

// Every mode, with what may be wished for.

const named = (intents: Readonly<Record<string, Intent>>, more: Parameters<typeof asking>[2]) =>
  Object.entries(intents).map(([name, intent]) => asking(name, intent, more));

const lease = 'ab'.repeat(32);

const ofSender: Readonly<Record<string, Intent>> = {
  transfer,
  maximum: { ...transfer, ...all },
  'transfer of one microAlgo': { ...transfer, amount: '1' },
  'transfer to oneself': { ...transfer, recipientAddress: sender.address },
  'transfer to a new account': opening,
  'transfer to a new account of the least': { ...opening, amount: '100000' },
  'maximum to a new account': { ...opening, ...all },
  'transfer with its key': { ...transfer, senderPubKey: sender.publicKey },
  'transfer with its key as address': { ...transfer, senderPubKey: sender.address },
  'transfer with a note': { ...transfer, memo: 'invoice 2026-117' },
  'transfer with the longest note': { ...transfer, memo: 'é'.repeat(512) },
  'transfer with a lease': { ...transfer, params: { lease } },
  'transfer with a last round': { ...transfer, params: { lastValid: 55_000_500 } },
  'transfer with fees': { ...transfer, fees: '54321' },
  'maximum with fees': { ...transfer, ...all, fees: '54321' },
  'transfer with an unknown wish': { ...transfer, params: { speed: 'fast' } },
  token,
  'all of a token': { ...token, ...all },
  'token with a note': { ...token, memo: 'invoice 2026-117' },
  'all of a token, and opting out': leavingToken,
  'opting in': optIn,
  'opting in to what begins frozen': { ...optIn, senderAddress: sender.address, tokenId: assets.gated },
  'opting in again': { ...optIn, tokenId: assets.demo },
  'opting out': optOut,
};

const ofOthers: readonly RecordScene[] = [
  ...named(
    { closing, 'closing with a note': { ...closing, memo: 'bye' }, 'maximum of little': { ...closing, params: {} } },
    { sign: inHex(leaver) },
  ),
  ...named(
    {
      'transfer of a rekeyed account': { ...ofRekeyed, senderPubKey: cold.publicKey },
      'transfer of a rekeyed account without its key': ofRekeyed,
      'maximum of a rekeyed account': { ...ofRekeyed, ...all, senderPubKey: cold.address },
      'closing a rekeyed account': { ...closing, senderAddress: rekeyed.address, senderPubKey: cold.publicKey },
      'opting in of a rekeyed account': { ...optIn, senderAddress: rekeyed.address },
    },
    { sign: inHex(cold) },
  ),
  ...named(
    { stake, 'stake for rewards': { ...stake, params: { ...participation, rewards: true } } },
    { sign: inHex(rich) },
  ),
  asking('unstake', unstake, { sign: inHex(voter) }),
  asking('stake again', { ...stake, senderAddress: voter.address, targetValidatorAddress: voter.address }),
];

export const modeScenes: readonly RecordScene[] = [
  ...named(ofSender, { sign: inHex(sender) }),
  ...ofOthers,
  asking('transfer for a short time', transfer, { options: { validRounds: 10 } }),
];

/** Signatures that are refused: of another key, of something else, and none at all. */
const wrongly: NonNullable<RecordScene['sign']> = (answer) => ({
  'of another key': signBytes(messageOf(answer), stranger),
  'of something else': signBytes('11'.repeat(32), sender),
  'of the transaction without TX': signBytes(rawOf(answer), sender),
  'of what is signed, as text': signBytes(Buffer.from(messageOf(answer)).toString('hex'), sender),
  'signed transaction of another key': signedTransaction(answer, stranger),
  'signed transaction that names another key': signedTransaction(answer, sender, bytesOfAddress(recipient.address)),
  'transaction without a signature': rawOf(answer),
  'too short': '11'.repeat(20),
  'no text': '!',
});

export const signatureScenes: readonly RecordScene[] = [
  asking('every form of signature', transfer, { sign: inEveryForm(sender) }),
  asking('every form of signature: token', token, { sign: inEveryForm(sender) }),
  asking('every form of signature: rekeyed', ofRekeyed, {
    sign: inEveryForm(cold, bytesOfAddress(cold.address)),
  }),
  asking('a signature of the old key of a rekeyed account', ofRekeyed, { sign: inHex(rekeyed) }),
  asking('wrong signatures', transfer, { sign: wrongly }),
];
