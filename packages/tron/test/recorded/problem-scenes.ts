import type { RecordScene } from '@isochain/conformance';
import {
  burning,
  gold,
  guarded,
  nobody,
  now,
  poor,
  representative,
  sender,
  staker,
  stranger,
  trx,
  usdt,
  watched,
} from '../world/cast.ts';
import {
  all,
  asking,
  assets,
  claim,
  type Intent,
  stake,
  tokens,
  transfer,
  unknownTokens,
  unstake,
  vote,
  withdraw,
} from './asking.ts';

// Intents that the chain refuses or warns about.

const from = (senderAddress: string, intent: Intent): Intent => ({ ...intent, senderAddress });

const senders: Readonly<Record<string, Intent>> = {
  'from an account that was never activated': from(nobody.address, transfer),
  'tokens from an account that was never activated': from(nobody.address, tokens),
  'from an account that belongs to somebody else': from(watched.address, transfer),
  'tokens from an account that belongs to somebody else': from(watched.address, assets),
  'with a key that is in no permission': { ...from(guarded.address, transfer), senderPubKey: stranger.publicKey },
  'with a permission for another kind': { ...from(guarded.address, stake), params: { permissionId: 2 } },
  'with a permission that is not there': { ...transfer, params: { permissionId: 7 } },
  'from an account with less than the fees of tokens': from(poor.address, tokens),
  'from an account with less than an activation': {
    ...from(poor.address, transfer),
    recipientAddress: nobody.address,
    amount: '1',
  },
  'a maximum of less than an activation': { ...from(poor.address, transfer), ...all, recipientAddress: nobody.address },
};

const amounts: Readonly<Record<string, Intent>> = {
  'more than there is': { ...transfer, amount: String(100_000n * trx) },
  'more than a transaction holds': { ...transfer, amount: String(2n ** 63n) },
  'an invalid amount': { ...transfer, amount: '0.01' },
  'to oneself': { ...transfer, recipientAddress: sender.address },
  'an invalid recipient': { ...transfer, recipientAddress: 'TR' },
  'half a character': { ...transfer, memo: '\ud800' },
  'a memo that is too long for a new account': {
    ...transfer,
    recipientAddress: nobody.address,
    memo: 'm'.repeat(1_000),
  },
  'an end in the past': { ...transfer, params: { expiration: now - 1 } },
  'an end after a day': { ...transfer, params: { expiration: now + 86_400_001 } },
};

const ofTokens: Readonly<Record<string, Intent>> = {
  'more tokens than there are': { ...tokens, amount: '5000001' },
  'all of no tokens': from(staker.address, { ...tokens, ...all }),
  'tokens to their contract': { ...tokens, recipientAddress: usdt },
  'tokens that burn': { ...tokens, tokenId: burning },
  'a token that is none': { ...tokens, tokenId: stranger.address },
  'a token that does not exist': { ...tokens, tokenId: nobody.address },
  'too low a limit of fees': { ...unknownTokens, params: { feeLimit: '1' } },
  'too high a limit of fees': { ...unknownTokens, params: { feeLimit: '15000000001' } },
  'more TRC-10 tokens than there are': { ...assets, amount: '5000001' },
  'TRC-10 tokens that do not exist': { ...assets, tokenId: '1999999' },
  'TRC-10 tokens to oneself': { ...assets, recipientAddress: sender.address },
  'TRC-10 tokens with a limit of fees': { ...assets, params: { feeLimit: '1000000' } },
};

const ofStakes: Readonly<Record<string, Intent>> = {
  'half a vote': { ...stake, amount: String(trx / 2n) },
  'one and a half votes': { ...vote, amount: String((3n * trx) / 2n) },
  'more stake than there is': { ...stake, amount: String(100_000n * trx) },
  'a stake with nobody': { ...stake, targetValidatorAddress: stranger.address },
  'a vote without frozen coins': { ...stake, params: { step: 'vote' } },
  'a vote with more than is idle': { ...vote, amount: String(51n * trx), params: { step: 'vote' } },
  'a move of votes that are not there': { ...vote, sourceValidatorAddress: representative(2) },
  'a move of more votes than there are': {
    ...vote,
    amount: String(30n * trx),
    sourceValidatorAddress: representative(1),
  },
  'an unstake of more than there is': { ...unstake, amount: String(200n * trx) },
  'an unstake without votes': { ...unstake, validatorAddress: representative(2) },
  'an unstake of two kinds': { ...unstake, amount: String(120n * trx) },
  'an unstake of another position': { ...unstake, ...all, stakeId: gold },
  'an unstake of somebody else': { ...unstake, senderAddress: sender.address },
  'a withdrawal of nothing': { ...withdraw, senderAddress: sender.address },
  'a withdrawal of more than is due': { ...withdraw, amount: String(12n * trx) },
  'a withdrawal that is too early': { ...withdraw, stakeId: `unfreeze:BANDWIDTH:${now + 86_400_000}` },
  'a claim of nothing': { ...claim, senderAddress: sender.address },
  'a claim that is staked at once': { ...claim, compound: true },
};

export const problemScenes: readonly RecordScene[] = Object.entries({
  ...{ ...senders, ...amounts },
  ...{ ...ofTokens, ...ofStakes },
}).map(([name, intent]) => asking(name, intent));
