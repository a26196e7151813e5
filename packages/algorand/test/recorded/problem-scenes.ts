import type { RecordScene } from '@isochain/conformance';
import { zeroAddress } from '../../src/address/address.ts';
import { cold, leaver, newcomer, poor, recipient, rekeyed, sender, stranger } from '../world/cast.ts';
import { assets, participation } from '../world/world.ts';
import {
  all,
  asking,
  closing,
  type Intent,
  leavingToken,
  ofRekeyed,
  opening,
  optIn,
  optOut,
  stake,
  token,
  transfer,
  unstake,
} from './asking.ts';

// Intents that the chain refuses or warns about.

const senders: Readonly<Record<string, Intent>> = {
  'a sender that was never used': { ...transfer, senderAddress: newcomer.address },
  'the key of another account': { ...transfer, senderPubKey: stranger.publicKey },
  'the old key of a rekeyed account': { ...ofRekeyed, senderPubKey: rekeyed.publicKey },
  'another key of a rekeyed account': { ...ofRekeyed, senderPubKey: stranger.publicKey },
  'the key of an account that it is not for': { ...transfer, senderPubKey: cold.publicKey },
  'an account without the fee': { ...transfer, senderAddress: poor.address, amount: '1' },
  'all of an account without the fee': { ...transfer, ...all, senderAddress: poor.address },
};

const recipients: Readonly<Record<string, Intent>> = {
  nobody: { ...transfer, recipientAddress: zeroAddress },
  'less than the least': { ...opening, amount: '99999' },
  'tokens for an account that was never used': { ...token, recipientAddress: newcomer.address },
  'tokens for an account that has not opted in': { ...token, recipientAddress: stranger.address },
  'tokens for a frozen holding': { ...token, tokenId: assets.frozen },
};

const amounts: Readonly<Record<string, Intent>> = {
  'more than there is': { ...transfer, amount: '20000000000' },
  'one microAlgo more than there is beside the minimum balance': { ...transfer, amount: '9999199001' },
  'an invalid amount': { ...transfer, amount: '0.01' },
  'more tokens than there are': { ...token, amount: '99999999999999999' },
  'all of no tokens': { ...token, ...all, tokenId: assets.empty },
  'tokens of an account that has not opted in': { ...token, senderAddress: leaver.address },
  'tokens of a frozen holding': {
    ...{ ...token, tokenId: assets.frozen },
    ...{ senderAddress: recipient.address, recipientAddress: sender.address },
  },
};

const wishes: Readonly<Record<string, Intent>> = {
  'a round that is past': { ...transfer, params: { lastValid: '5' } },
  'a round that is too far': { ...transfer, params: { lastValid: '56000000' } },
  'no lease': { ...transfer, params: { lease: '00'.repeat(32) } },
  'fees that are too low': { ...transfer, fees: '999' },
  'fees that are too high': { ...transfer, fees: '10000001' },
  'a note of 1025 bytes': { ...transfer, memo: `${'é'.repeat(512)}a` },
};

const ofTokens: Readonly<Record<string, Intent>> = {
  'a name': { ...token, tokenId: 'USDC' },
  'the native coin': { ...token, tokenId: '0' },
  'a token that does not exist': { ...token, tokenId: '424242' },
  'opting in to what does not exist': { ...optIn, tokenId: '424242' },
  'opting in without enough': { ...optIn, senderAddress: poor.address },
  'opting out of what is held': { ...optOut, tokenId: assets.demo },
  'opting out of what is not there': { ...optOut, tokenId: assets.fresh },
  'opting out with an amount': { ...leavingToken, amount: '5', useMaxAmount: undefined },
};

const closings: Readonly<Record<string, Intent>> = {
  'closing an account with assets': { ...closing, senderAddress: sender.address },
  'closing towards nobody': { ...closing, recipientAddress: zeroAddress },
  'closing into itself': { ...closing, recipientAddress: leaver.address },
  'closing with an amount': { ...closing, amount: '1', useMaxAmount: undefined },
};

const ofStakes: Readonly<Record<string, Intent>> = {
  'stake without keys': { ...stake, params: {} },
  'stake with another account': { ...stake, targetValidatorAddress: recipient.address },
  'stake of an amount': { ...stake, useMaxAmount: undefined, amount: '5' },
  'stake with keys that are over': { ...stake, params: { ...participation, voteFirst: 5, voteLast: 6 } },
  'unstake of who does not take part': { ...unstake, senderAddress: leaver.address, validatorAddress: leaver.address },
  'unstake of an amount': { ...unstake, useMaxAmount: undefined, amount: '5' },
};

export const problemScenes: readonly RecordScene[] = Object.entries({
  ...{ ...senders, ...recipients, ...amounts, ...wishes },
  ...{ ...ofTokens, ...closings, ...ofStakes },
}).map(([name, intent]) => asking(name, intent));
