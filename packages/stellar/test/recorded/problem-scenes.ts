import type { RecordScene } from '@isochain/conformance';
import { muxed } from '../world/actor.ts';
import {
  exchange,
  leaver,
  newcomer,
  poor,
  recipient,
  sender,
  shared,
  stranger,
  untrusting,
  xlm,
} from '../world/cast.ts';
import { tokens } from '../world/world.ts';
import { all, asking, claimable, closing, enabling, type Intent, removing, token, transfer } from './asking.ts';

// Intents that the chain refuses or warns about.

const senders: Readonly<Record<string, Intent>> = {
  'a sender that does not exist': { ...transfer, senderAddress: newcomer.address },
  'the key of another account': { ...transfer, senderPubKey: stranger.publicKey },
  'one key of several': { ...transfer, senderAddress: shared.address },
  'a key that is no signer': {
    ...transfer,
    ...{ senderAddress: shared.address, params: { signers: [shared.address, stranger.address] } },
  },
  'an account with the fee alone': { ...transfer, senderAddress: poor.address, amount: '1' },
  'all of an account with the fee alone': { ...transfer, ...all, senderAddress: poor.address },
};

const recipients: Readonly<Record<string, Intent>> = {
  'a contract': { ...transfer, recipientAddress: 'CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA' },
  'a number of an account that does not exist': { ...transfer, recipientAddress: muxed(newcomer, 7n) },
  'half the reserve': { ...transfer, recipientAddress: newcomer.address, amount: '5000000' },
  'an exchange without a memo': { ...transfer, recipientAddress: exchange.address },
  'tokens for an exchange without a memo': { ...token, recipientAddress: exchange.address },
  'tokens for an account that does not exist': { ...token, recipientAddress: newcomer.address },
  'tokens for an account without a trustline': { ...token, recipientAddress: untrusting.address },
  'tokens for an account that waits for approval': { ...token, tokenId: tokens.regulated },
};

const amounts: Readonly<Record<string, Intent>> = {
  'more than there is': { ...transfer, amount: String(20_000n * xlm) },
  'more than there is beside reserve and fee': { ...transfer, amount: '99964999901' },
  'an invalid amount': { ...transfer, amount: '0.01' },
  'more tokens than there are': { ...token, amount: '99999999999999999' },
  'all of no tokens': { ...token, ...all, tokenId: tokens.empty },
  'tokens of a stranger': { ...token, senderAddress: leaver.address },
};

const wishes: Readonly<Record<string, Intent>> = {
  'a sequence number that is used': { ...transfer, nonce: '7' },
  'an end that is past': { ...transfer, params: { maxTime: '1795391999' } },
  'no end': { ...transfer, params: { maxTime: 0 } },
  'an end in milliseconds': { ...transfer, params: { maxTime: '1795395600000' } },
  'fees that are too low': { ...transfer, fees: '99' },
  'fees that are too high': { ...transfer, fees: '4294967296' },
  'a memo of 29 bytes': { ...transfer, memo: `${'é'.repeat(14)}a` },
  'a number with a leading zero': { ...transfer, memo: 'id:007' },
  'a kind of memo without a memo': { ...transfer, params: { memoType: 'id' } },
};

const ofTokens: Readonly<Record<string, Intent>> = {
  'a code of 13 letters': { ...token, tokenId: `ABCDEFGHIJKLM:${sender.address}` },
  'a token that is the native coin': { ...token, tokenId: 'native' },
  'enabling a token without an issuer': { ...enabling, tokenId: `NEW:${newcomer.address}` },
  'enabling what is enabled': { ...enabling, tokenId: tokens.demo },
  'enabling an own token': { ...enabling, tokenId: `OWN:${sender.address}` },
  'a limit below the balance': { ...enabling, tokenId: tokens.demo, params: { limit: '1' } },
  'removing what holds something': { ...removing, tokenId: tokens.demo },
  'removing what is not there': { ...removing, tokenId: tokens.fresh },
  'claimable for an exchange': { ...claimable, tokenId: tokens.long, recipientAddress: exchange.address },
};

const closings: Readonly<Record<string, Intent>> = {
  'closing an account with trustlines': { ...closing, senderAddress: sender.address },
  'closing towards nobody': { ...closing, recipientAddress: newcomer.address },
  'closing into itself': { ...closing, recipientAddress: leaver.address },
  'closing with an amount': { ...closing, amount: '1', useMaxAmount: undefined },
  'closing towards an exchange without a memo': { ...closing, recipientAddress: exchange.address },
  'closing with one key of several': { ...closing, senderAddress: shared.address, recipientAddress: recipient.address },
};

export const problemScenes: readonly RecordScene[] = Object.entries({
  ...{ ...senders, ...recipients, ...amounts },
  ...{ ...wishes, ...ofTokens, ...closings },
}).map(([name, intent]) => asking(name, intent));
