import type { RecordScene } from '@isochain/conformance';
import { ether, gold, gwei, sender } from '../lies/upstream.ts';
import type { NodeScript } from '../scripted-node.ts';
import { ann, bob } from '../signers.ts';
import { allTokens, asking, maximum, signUsually, tokens, transfer } from './asking.ts';

const waiting: NodeScript = { nonces: { [sender]: 5 }, pendingNonces: { [sender]: 8 } };

/** What clients may ask for beyond the intent, and how they may write it. */
const wishes: Readonly<Record<string, object>> = {
  'enough gas': { gas: '50000' },
  'exactly the gas': { gas: '21000' },
  'too little gas': { gas: '20999' },
  'the next nonce': { nonce: '3' },
  'a nonce beyond the next': { nonce: '9' },
  'a nonce that was used': { nonce: '2' },
  'a nonce that no account will have': { nonce: '9007199254740992' },
  'the largest nonce': { nonce: '9007199254740991' },
  'low fees': { fees: '42000000000000' },
  'fees that do not divide': { fees: '42000000020999' },
  'high fees': { fees: '210000000000000' },
  'fees that are too low': { fees: '20999999999999' },
  'all of it': { gas: '30000', nonce: '4', fees: '90000000000000' },
  'all of it wrong': { gas: '1', nonce: '1', fees: '1' },
  'gas that is no number': { gas: 'much' },
  'fees with a point': { fees: '1.5' },
  'params of its own': { params: { pubKey: '0x02', maxFeePerGas: '1', feeRate: 'fast' } },
  'a memo': { memo: 'rent' },
  'unknown fields': { speed: 'fast', extra: { nested: true } },
  'empty fields': { gas: '', nonce: '', fees: '', memo: '' },
  'lower case': { senderAddress: ann.address.toLowerCase(), recipientAddress: bob.address.toLowerCase() },
  'its public key': { senderPubKey: ann.signingKey.compressedPublicKey },
  'its long public key': { senderPubKey: ann.signingKey.publicKey },
  'the public key of somebody else': { senderPubKey: bob.signingKey.compressedPublicKey },
};

/** Wishes that depend on the fee model. */
const ofEachModel = ['low fees', 'all of it'];

export const wishScenes: readonly RecordScene[] = [
  ...Object.entries(wishes).map(([name, wish]) => asking(`transfer with ${name}`, { ...transfer, ...wish })),
  ...ofEachModel.flatMap((name) =>
    (['fantom', 'optimism', 'mantle', 'linea', 'zksync', 'arbitrum', 'cronos'] as const).map((chainId) =>
      asking(`transfer on ${chainId} with ${name}`, { ...transfer, ...wishes[name] }, { chainId }),
    ),
  ),
  asking('maximum with low fees', { ...maximum, fees: '42000000000000' }, { sign: signUsually }),
  asking('maximum with enough gas', { ...maximum, gas: '50000' }),
  asking('maximum that leaves dust', maximum, { options: { emptyAccount: false }, sign: signUsually }),
  asking('tokens with all wishes', { ...tokens, gas: '100000', nonce: '3', fees: '200000000000000' }),
  asking('tokens with a memo', { ...tokens, memo: 'rent' }),
  asking('tokens in lower case', { ...tokens, tokenId: gold.toLowerCase() }),
  asking('all tokens with gas', { ...allTokens, gas: '70000' }),
  asking('transfer while others wait', transfer, { script: waiting }),
  asking('transfer in place of one that waits', { ...transfer, nonce: '6' }, { script: waiting }),
  asking('maximum while others wait', maximum, {
    script: { ...waiting, pendingBalances: { [sender]: 60n * ether } },
    sign: signUsually,
  }),
  asking('maximum while others come in', maximum, {
    script: { ...waiting, pendingBalances: { [sender]: 160n * ether } },
  }),
  asking('transfer with many that wait', transfer, { script: { pendingNonces: { [sender]: 40 } } }),
  asking('transfer with a lagging pending nonce', transfer, { script: { pendingNonces: { [sender]: 1 } } }),
  asking('transfer with a second opinion', transfer, {
    ...{ options: { priceCheck: 'second' }, more: [{ url: 'https://second.test', name: 'second', maxBatch: 50 }] },
  }),
  asking('transfer without anybody for a second opinion', transfer, { options: { priceCheck: 'second' } }),
  asking('tokens without Multicall3', tokens, { script: { multicall: false } }),
  asking('transfer above a ceiling of the operator', transfer, { options: { ceilings: { gasPrice: String(gwei) } } }),
  asking('transfer below a ceiling of the operator', transfer, { options: { ceilings: { fee: String(ether) } } }),
];
