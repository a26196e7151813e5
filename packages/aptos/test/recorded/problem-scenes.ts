import type { RecordScene } from '@isochain/conformance';
import { actor } from '../world/actor.ts';
import { apt, newcomer, nobody, poor, rotated, sender, staker, stranger } from '../world/cast.ts';
import { pool, tokens } from '../world/world.ts';
import {
  all,
  asking,
  asset,
  coin,
  dollars,
  type Intent,
  reactivation,
  registration,
  stake,
  transfer,
  unstake,
  withdraw,
} from './asking.ts';

// Intents that the chain refuses or warns about.

const from = (by: { readonly address: string; readonly publicKey: string }, intent: Intent): Intent => ({
  ...intent,
  ...{ senderAddress: by.address, senderPubKey: by.publicKey },
});

const senders: Readonly<Record<string, Intent>> = {
  'without a key': { ...transfer, senderAddress: newcomer.address },
  'with the key of another account': { ...transfer, senderPubKey: stranger.publicKey },
  'with a key that was rotated away': from(rotated, transfer),
  'from an account with less than the fees': from(poor, { ...transfer, amount: '1' }),
  'all of an account with less than the fees': from(poor, { ...transfer, ...all }),
  'tokens from an account with less than the fees': from(poor, dollars),
  'from an account without anything': from(nobody, transfer),
};

const amounts: Readonly<Record<string, Intent>> = {
  'more than there is': { ...transfer, amount: String(20_000n * apt) },
  'more than there is beside the fees': { ...transfer, amount: '999999993699' },
  'more than 64 bits hold': { ...transfer, amount: String(2n ** 64n) },
  'an invalid amount': { ...transfer, amount: '0.01' },
  'an invalid recipient': { ...transfer, recipientAddress: '0x12' },
  'a recipient at 0x0': { ...transfer, recipientAddress: '0x0' },
  'a recipient that is a pool': { ...transfer, recipientAddress: pool },
  'a recipient that nobody has used': { ...transfer, recipientAddress: nobody.address },
};

const wishes: Readonly<Record<string, Intent>> = {
  'a sequence number that is used': { ...transfer, nonce: '0' },
  'a sequence number that is too far ahead': { ...transfer, nonce: '202' },
  'a price that is too low': { ...transfer, params: { gasUnitPrice: '99' } },
  'a price that is absurd': { ...transfer, params: { gasUnitPrice: '10000000001' } },
  'an end that is past': { ...transfer, params: { expirationTimestampSecs: '1795391999' } },
  'an orderless end that is too late': {
    ...transfer,
    params: { orderless: true, expirationTimestampSecs: '1795392100' },
  },
  'a gas limit that is too low': { ...transfer, gas: '30' },
  'a gas limit that is too high': { ...transfer, gas: '20000001' },
  'fees that are too low': { ...transfer, fees: '1000' },
  'a payer that is the sender': { ...transfer, params: { feePayer: { address: sender.address } } },
  'a payer without a key': { ...transfer, params: { feePayer: { address: newcomer.address } } },
  'a payer without coins': {
    ...transfer,
    params: { feePayer: { address: poor.address, publicKey: poor.publicKey } },
  },
};

const ofTokens: Readonly<Record<string, Intent>> = {
  'more tokens than there are': { ...dollars, amount: '5000000001' },
  'all of no tokens': from(staker, { ...dollars, ...all }),
  'tokens to their metadata': { ...asset, recipientAddress: tokens.demo },
  'a token that is an account': { ...dollars, tokenId: stranger.address },
  'a coin that does not exist': { ...coin, tokenId: `0x${'77'.repeat(32)}::nothing::Coin` },
  'a token that is the native coin': { ...dollars, tokenId: '0xa' },
  'enabling an asset': { ...registration, tokenId: tokens.demo },
  'enabling what is enabled': { ...registration, tokenId: tokens.plainCoin },
};

const ofStakes: Readonly<Record<string, Intent>> = {
  'more stake than there is': { ...stake, amount: String(20_000n * apt) },
  'a stake that is too low': { ...stake, amount: String(10n * apt) },
  'a stake with nobody': { ...stake, targetValidatorAddress: stranger.address },
  'a stake that moves': { ...stake, sourceValidatorAddress: pool },
  'a reactivation of more than unlocks': { ...reactivation, amount: String(16n * apt) },
  'a reactivation of nothing': { ...reactivation, senderAddress: sender.address },
  'an unstake of more than there is': { ...unstake, amount: String(61n * apt) },
  'an unstake of somebody else': { ...unstake, senderAddress: sender.address },
  'an unstake of another pool': { ...unstake, stakeId: `${actor('no pool').address}:active` },
  'a withdrawal before the lockup ends': { ...withdraw, senderAddress: staker.address },
  'a withdrawal of nothing': { ...withdraw, senderAddress: sender.address },
  'a withdrawal of more than there is': { ...withdraw, amount: String(21n * apt) },
};

export const problemScenes: readonly RecordScene[] = Object.entries({
  ...{ ...senders, ...amounts, ...wishes },
  ...{ ...ofTokens, ...ofStakes },
}).map(([name, intent]) => asking(name, intent));
