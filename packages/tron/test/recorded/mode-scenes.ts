import type { RecordScene } from '@isochain/conformance';
import { keccak256, SigningKey } from 'ethers';
import { signHash } from '../world/actor.ts';
import {
  asset,
  clerk,
  gold,
  guarded,
  nobody,
  now,
  recipient,
  representative,
  sender,
  staker,
  stranger,
  trx,
  usdt,
} from '../world/cast.ts';
import {
  all,
  asking,
  assets,
  claim,
  type Intent,
  inAllForms,
  inHex,
  stake,
  tokens,
  transfer,
  unknownTokens,
  unstake,
  vote,
  withdraw,
} from './asking.ts';

// Every mode, with what may be wished for.

const own = { sign: inHex(sender) };
const staked = { sign: inHex(staker) };

const toNobody = { recipientAddress: nobody.address };
const burn = { recipientAddress: 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY' };

const transfers: Readonly<Record<string, Intent>> = {
  transfer,
  maximum: { ...transfer, ...all },
  'transfer of one sun': { ...transfer, amount: '1' },
  'transfer with a memo': { ...transfer, memo: 'invoice 7 & 8' },
  'transfer with a memo in Unicode': { ...transfer, memo: 'Ünïcode ✓'.repeat(20) },
  'maximum with a memo': { ...transfer, ...all, memo: 'all of it' },
  'transfer that creates an account': { ...transfer, ...toNobody },
  'maximum that creates an account': { ...transfer, ...all, ...toNobody },
  'transfer that creates an account, with a memo': { ...transfer, ...toNobody, memo: 'welcome' },
  'transfer to a contract': { ...transfer, recipientAddress: gold },
  'transfer to a burn address': { ...transfer, ...burn },
  'transfer with its key': { ...transfer, senderPubKey: sender.publicKey },
  'transfer that ends early': { ...transfer, params: { expiration: now + 60_000 } },
  'transfer that ends in a day': { ...transfer, params: { expiration: now + 86_400_000 } },
  'transfer with the permission of the owner': { ...transfer, params: { permissionId: 0 } },
  'transfer with an unknown wish': { ...transfer, params: { speed: 'fast' } },
  'transfer with fees, gas and a nonce': { ...transfer, fees: '1', gas: '1', nonce: '1' },
};

const ofTokens: Readonly<Record<string, Intent>> = {
  'tokens of Tether': tokens,
  'all tokens of Tether': { ...tokens, ...all },
  'tokens of Tether with a memo': { ...tokens, memo: 'rent' },
  'tokens of Tether to an address that was never activated': { ...tokens, ...toNobody },
  'tokens of Tether to oneself': { ...tokens, recipientAddress: sender.address },
  'tokens with a limit of fees': { ...tokens, params: { feeLimit: '50000000' } },
  'tokens of a contract that nobody knows': unknownTokens,
  'all tokens of a contract that nobody knows': { ...unknownTokens, ...all },
  'TRC-10 tokens': assets,
  'all TRC-10 tokens': { ...assets, ...all },
  'TRC-10 tokens with a memo': { ...assets, memo: 'rent' },
  'TRC-10 tokens that create an account': { ...assets, ...toNobody },
};

const freezes: Readonly<Record<string, Intent>> = {
  'stake that freezes': stake,
  'stake of everything': { ...stake, ...all },
  'stake for energy': { ...stake, params: { resource: 'ENERGY' } },
  'stake with a memo': { ...stake, memo: 'for my pension' },
};

const ofStakes: Readonly<Record<string, Intent>> = {
  'stake that votes': vote,
  'stake that votes for another': { ...vote, targetValidatorAddress: representative(2) },
  'stake that votes with everything': { ...vote, ...all, params: { step: 'vote' } },
  'stake that freezes beside idle votes': { ...vote, params: { step: 'freeze' } },
  'stake with one that shares nothing': { ...vote, targetValidatorAddress: representative(4) },
  'stake with one that earns nothing': { ...vote, targetValidatorAddress: representative(129) },
  'move of votes': { ...vote, sourceValidatorAddress: representative(1), targetValidatorAddress: representative(2) },
  'move of all votes': {
    ...{ ...vote, ...all, sourceValidatorAddress: representative(1), targetValidatorAddress: representative(0) },
  },
  unstake,
  'unstake of energy': { ...unstake, params: { resource: 'ENERGY' } },
  'unstake of a position': { ...unstake, ...all, stakeId: 'unvoted' },
  withdraw,
  'withdrawal of a part': { ...withdraw, amount: String(trx) },
  claim,
  'claim with another representative': { ...claim, validatorAddress: representative(1) },
};

const byClerk: Readonly<Record<string, Intent>> = {
  'transfer by another key': { ...transfer, senderAddress: guarded.address, senderPubKey: clerk.publicKey },
  'maximum by another key': { ...transfer, ...all, senderAddress: guarded.address, senderPubKey: clerk.publicKey },
};

const named = (intents: Readonly<Record<string, Intent>>, more: Parameters<typeof asking>[2]) =>
  Object.entries(intents).map(([name, intent]) => asking(name, intent, more));

export const modeScenes: readonly RecordScene[] = [
  ...named({ ...transfers, ...ofTokens, ...freezes }, own),
  ...named(ofStakes, staked),
  ...named(byClerk, { sign: inHex(clerk) }),
  asking('TRC-10 tokens of the configuration', assets, {
    options: { tokens: [{ id: asset, name: 'Own name', ticker: 'OWN', decimals: 2 }] },
  }),
  asking('tokens of the configuration', tokens, {
    options: { tokens: [{ id: usdt, name: 'Own dollar', ticker: 'OWN', decimals: 2 }] },
  }),
];

/** Signatures that are refused: of something else, of another key, of another hash of the same, and none at all. */
const wrongly: NonNullable<RecordScene['sign']> = ({ encoded }) => {
  const { hash, raw } = encoded[0] ?? {};
  const ofEthereum = (hex: string) => signHash(keccak256(`0x${hex}`).slice(2), sender);
  return {
    'of another key': signHash(hash?.value ?? '', stranger),
    'of something else': signHash('11'.repeat(32), sender),
    'of the keccak256 of the transaction': ofEthereum(raw?.value ?? ''),
    'of the keccak256 of the hash': ofEthereum(hash?.value ?? ''),
    'too short': '11'.repeat(63),
    'no text': '!',
    'JSON without a signature': '{}',
  };
};

/** s in the upper half of the curve's order, which the chain takes too. */
const withHighS: NonNullable<RecordScene['sign']> = ({ encoded }) => {
  const signature = new SigningKey(`0x${sender.privateKey}`).sign(`0x${encoded[0]?.hash?.value}`);
  // SEC 2, section 2.4.1.
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = (order - BigInt(signature.s)).toString(16).padStart(64, '0');
  return { 'with a high s': `${signature.r.slice(2)}${s}${signature.yParity === 0 ? '01' : '00'}` };
};

export const signatureScenes: readonly RecordScene[] = [
  asking('every form of signature', transfer, { sign: inAllForms(sender) }),
  asking('every form of signature: tokens', tokens, { sign: inAllForms(sender) }),
  asking('every form of signature: vote', vote, { sign: inAllForms(staker) }),
  asking('every form of signature: another key', byClerk['transfer by another key'] ?? {}, { sign: inAllForms(clerk) }),
  asking('wrong signatures', transfer, { sign: wrongly }),
  asking('a high s', { ...transfer, recipientAddress: recipient.address, amount: '3' }, { sign: withHighS }),
];
