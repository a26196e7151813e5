import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import {
  describeFamily,
  type FamilySetup,
  type Interceptor,
  interceptCalls,
  restRefusals,
  rpcRefusals,
  type SigningRequest,
  type TestAccount,
  type TestEngine,
} from '@isochain/conformance';
import type { CompletedData } from '@isochain/core';
import { type LitecoinEngine, litecoinIsAvailable, startLitecoin } from '@isochain/devnet/utxo';
import * as bitcoin from 'bitcoinjs-lib';
import { ECPairFactory } from 'ecpair';
import { describe } from 'vitest';
import { deedsOf, withoutDeeds } from '../test/deeds/index.ts';
import { type KeyHolder, randomTransfers } from '../test/random-transfers.ts';
import { sameSignatures, signAll, signatureForms } from '../test/signers.ts';
import type { PaymentParams } from './bytes/params.ts';
import { type UtxoChainId, type UtxoOptions, utxo } from './index.ts';
import type { Utxo } from './types.ts';

// The UTXO family's part of the conformance suite, judged by litecoind: segwit over Esplora, and legacy addresses over the node itself. Keys,
// addresses, signatures and decoding are bitcoinjs-lib's.

type Account = TestAccount & KeyHolder;
type Setup = FamilySetup<Utxo, Account, Form>;

/** The engine of the suite that runs. */
let engine: LitecoinEngine;

const testnet = bitcoin.networks.testnet;
/** Dogecoin Core, src/chainparams.cpp. */
const dogecoin = { ...bitcoin.networks.bitcoin, pubKeyHash: 0x1e, scriptHash: 0x16 };

const accountOf =
  (type: 'p2wpkh' | 'p2pkh', network: bitcoin.Network) =>
  (index: number): Account => {
    const privateKey = createHash('sha256').update(`isochain conformance ${index}`).digest();
    const { publicKey } = ECPairFactory(ecc).fromPrivateKey(privateKey);
    const { address = '' } = bitcoin.payments[type]({ pubkey: publicKey, network });
    return { address, publicKey: Buffer.from(publicKey).toString('hex'), privateKey };
  };

async function start(
  chainId: UtxoChainId,
  kind: 'esplora' | 'core',
  account: (index: number) => Account,
): Promise<TestEngine<Account, UtxoOptions>> {
  const started = await startLitecoin({ chainId, bare: true });
  engine = started;
  const inTurn = createTurns();
  return {
    endpoints: started.settings.endpoints.filter((endpoint) => endpoint.kind === kind).map(withHeader),
    options: { genesisHash: started.genesisHash },
    // A node scans for one at a time, and tests come side by side.
    fetch: (input, init) =>
      String(init?.body).includes('scantxoutset') ? inTurn(() => fetch(input, init)) : fetch(input, init),
    tokens: [],
    account,
    fund: started.fund,
    balance: (address) => inTurn(() => started.balanceOf(address)),
    mine: () => started.mine(),
    stop: started.stop,
  };
}

/** The suite gives endpoints other addresses: credentials go along in a header. */
function withHeader({ url, ...endpoint }: { readonly url: string; readonly name: string; readonly kind?: string }) {
  const { username, password, origin } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return { ...endpoint, url: origin, ...(username === '' ? {} : { headers: { authorization } }) };
}

function createTurns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act);
    last = next.catch(() => {});
    return next;
  };
}

/** Forms of ECDSA signatures from plain signers, beside the usual ones. */
const ecdsaForms = [
  'DER in hex',
  'DER with its sighash type in base64',
  'r, s and a recovery id in hex',
  's in the upper half',
  'JSON of DER',
] as const;

const forms = [...signatureForms, ...ecdsaForms] as const;

type Form = (typeof forms)[number];

/** Signs as a wallet does: reads the PSBT, and signs it only if it is what was asked for. */
function sign({ encoded, data, account }: SigningRequest<Account>, network: bitcoin.Network): Record<Form, string> {
  expectSame(bitcoin.Psbt.fromHex(encoded[0]?.raw?.value ?? '', { network }), data, network);
  const signed = signAll({ encoded, privateKeys: [account.privateKey] });
  const isEcdsa = (data.params as { inputs: { type: string }[] }).inputs.every(({ type }) => type !== 'p2tr');
  const signatures = signed['signatures with commas between'].split(',').map((text) => Buffer.from(text, 'hex'));
  // What cannot be is left out; the suite takes the usual form in its place.
  return { ...signed, ...(isEcdsa ? inEcdsaForms(signatures) : {}) } as Record<Form, string>;
}

/** @param signatures - r and s, by input. */
function inEcdsaForms(signatures: readonly Buffer[]): Partial<Record<Form, string>> {
  const der = signatures.map((signature) => Buffer.from(bitcoin.script.signature.encode(signature, 1)));
  const hex = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString('hex');
  const [first] = der;
  const alone = first !== undefined && der.length === 1;
  return {
    ...(alone ? { 'DER in hex': hex([first.subarray(0, -1)]) } : {}),
    ...(alone ? { 'DER with its sighash type in base64': first.toString('base64') } : {}),
    'r, s and a recovery id in hex': hex(signatures.flatMap((signature) => [signature, Buffer.of(27)])),
    's in the upper half': hex(signatures.flatMap((rs) => [rs.subarray(0, 32), ecc.privateNegate(rs.subarray(32))])),
    'JSON of DER': JSON.stringify(der.map((each) => each.toString('hex'))),
  };
}

/** The checks of a careful wallet: the owners of the coins, the recipients with their amounts, and the fee. */
function expectSame(
  { txInputs, txOutputs, data: { inputs } }: bitcoin.Psbt,
  data: CompletedData,
  network: bitcoin.Network,
): void {
  if (data.mode !== 'transfer') throw new Error(`No wallet signs ${data.mode} here.`);
  const { recipientAddress, senderAddress, amount = '', fees } = data;
  const spent = inputs.map(({ witnessUtxo, nonWitnessUtxo }, i) => {
    const output =
      witnessUtxo ?? bitcoin.Transaction.fromBuffer(nonWitnessUtxo ?? Buffer.alloc(0)).outs[txInputs[i]?.index ?? 0];
    if (output === undefined) throw new Error(`Nothing tells what input ${i} spends.`);
    return { address: bitcoin.address.fromOutputScript(output.script, network), value: output.value };
  });
  const foreign = spent.filter(({ address }) => address !== senderAddress);
  if (foreign.length > 0) throw new Error(`It spends coins of ${foreign[0]?.address}.`);
  const paid = txOutputs.filter(({ address, value }) => address === recipientAddress && value === BigInt(amount));
  if (paid.length === 0) throw new Error(`It does not pay ${amount} to ${recipientAddress}.`);
  const others = txOutputs.filter((output) => output !== paid[0]);
  if (others.some(({ address }) => address !== senderAddress)) throw new Error('It pays somebody else.');
  const sum = (values: readonly { readonly value: bigint }[]) => values.reduce((total, { value }) => total + value, 0n);
  const left = sum(spent) - sum(txOutputs);
  if (left !== BigInt(fees)) throw new Error(`It pays fees of ${left} where the data says ${fees}.`);
}

/** What a node of another network says to a transaction that spends coins of ours. */
const unknownCoins = { code: -25, message: 'bad-txns-inputs-missingorspent' };

/** Esplora of testnet3, which knows neither our blocks nor our coins. */
const anotherEsplora: Interceptor = async ({ method, path }, forward) => {
  // Bitcoin Core, src/kernel/chainparams.cpp.
  if (path === '/block-height/0')
    return new Response('000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943');
  if (method !== 'POST') return forward();
  return new Response(`sendrawtransaction RPC error: ${JSON.stringify(unknownCoins)}`, { status: 400 });
};

/** A node of Dogecoin's test network. */
const anotherNode = interceptCalls(({ method }) => {
  // Dogecoin Core, src/chainparams.cpp.
  if (method === 'getblockhash') return { result: 'bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e' };
  // Its chain moves.
  if (method === 'getblockchaininfo') return { result: { mediantime: Math.floor(Date.now() / 1000) - 300 } };
  return method === 'sendrawtransaction' ? { error: unknownCoins } : undefined;
});

/** Reject reasons of Bitcoin Core, with their codes. */
const rejected = [
  ['broadcast.invalid', -26, 'mandatory-script-verify-flag-failed (Invalid Schnorr signature)'],
  ['broadcast.replacementFeeTooLow', -26, 'insufficient fee, rejecting replacement 2d25'],
  ['broadcast.feeTooLow', -26, 'min relay fee not met, 100 < 110'],
  ['broadcast.feeTooLow', -26, 'mempool min fee not met, 100 < 500'],
  ['broadcast.feeCap', -25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'],
  ['broadcast.dust', -26, 'dust'],
  ['broadcast.immature', -26, 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1'],
  ['broadcast.notFinal', -26, 'non-final'],
  ['broadcast.tooLarge', -26, 'tx-size'],
  ['broadcast.chainTooLong', -26, 'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]'],
  ['broadcast.inputsSpent', -26, 'txn-mempool-conflict'],
  ['broadcast.uncertain', -25, 'bad-txns-inputs-missingorspent'],
  ['broadcast.refused', -26, 'scriptpubkey'],
  // Nobody knows when a node says this.
  ['broadcast.refused', -99, 'computer says no', ['broadcast.uncertain']],
] as const;

const table = new URL('./failures.ts', import.meta.url);

const byEsplora = restRefusals(
  table,
  ({ method, path }) => method === 'POST' && path === '/tx',
  rejected.map(([code, number, message, alone]) => {
    const text = `sendrawtransaction RPC error: ${JSON.stringify({ code: number, message })}`;
    return [code, message, () => new Response(text, { status: 400 }), alone] as const;
  }),
);

const byNode = rpcRefusals(
  table,
  ['sendrawtransaction'],
  rejected.map(([code, number, message, alone]) => [code, { code: number, message }, alone] as const),
);

const unsupported = [
  'read.token',
  'read.validators',
  'read.transaction.tokens',
  'read.transaction.staking',
  'read.account.balances.tokens',
  'read.account.balances.staking',
  'read.account.transactions.tokens',
  'read.account.transactions.staking',
  'write.transaction.type.deployAccount',
  'write.transaction.type.stake',
  'write.transaction.type.transferToken',
  'write.transaction.type.enableToken',
  'write.transaction.type.unstake',
  'write.transaction.type.claimRewards',
  'write.transaction.type.withdraw',
  'write.transaction.type.registerStake',
  'write.transaction.type.convertAsset',
  'write.transaction.field.memo',
] as const;

/** No addresses of the two chains, each in its own way. */
const invalidAddresses = [
  // Of Bitcoin, Litecoin, regtest of Bitcoin and of Litecoin.
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
  'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  'rltc1qs236kw3vvzy4yzzs4ry3g7j207ygg638lllgmc',
  // MWEB and silent payments.
  `tmweb1q${'q'.repeat(110)}`,
  'sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv',
  // A private extended key: the master key of BIP32's first test vector.
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
  // A public key, and an address of another family.
  '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
] as const;

/**
 * Previous transactions that may be left out: signatures of witness coins cover the amounts (BIP143, BIP341). Those of legacy coins do not, so previous
 * transactions prove these.
 */
function unshown({ inputs, prevTxs = {} }: PaymentParams): string[] {
  if (inputs.some(({ type }) => type === 'p2pkh')) return [];
  return ['params.prevTxs', ...Object.keys(prevTxs).map((txid) => `params.prevTxs.${txid}`)].map(
    (field) => `${field}: removed`,
  );
}

const common = {
  family: utxo,
  forms,
  sameSignature: sameSignatures,
  // With useMaxAmount the result stands in the amount. An address tells whether a key is its own.
  granted: { bip69: true, includePrevTxs: true, allowSmallUtxos: true },
  wishes: {
    feeRate: '0.001',
    feeTarget: '144',
    includePrevTxs: true,
    allowSmallUtxos: true,
    replaces: 'ab'.repeat(32),
    bip69: true,
    smallUtxoLimit: 0,
    stakingTime: 7,
    postStaking: true,
    registers: 'ab'.repeat(32),
    babylonAddress: 'bbn1',
  },
  unbound: ({ params }: CompletedData) => [
    'useMaxAmount',
    'senderPubKey',
    ...unshown(params as unknown as PaymentParams),
  ],
  unknown: { transaction: 'ab'.repeat(32) },
} as const;

const invalid = {
  transactions: ['x', 'ab'.repeat(31), `0x${'ab'.repeat(32)}`, 'g'.repeat(64)],
  publicKeys: ['02'.repeat(32), `02${'ff'.repeat(32)}`, `05${'11'.repeat(32)}`, `04${'11'.repeat(32)}`],
} as const;

const overEsplora: Setup = {
  ...common,
  chainId: 'bitcoin-testnet',
  // Addresses are others there.
  otherChainId: 'litecoin',
  start: () => start('bitcoin-testnet', 'esplora', accountOf('p2wpkh', testnet)),
  sign: (request) => sign(request, testnet),
  // A transfer costs 141 at the floor of 1 per virtual byte; 294 is the least that p2wpkh may hold.
  amounts: { funds: 1_000_000n, usual: 200_000n, least: 300n, tokenFunds: 0n, token: 0n },
  deeds: deedsOf(() => engine),
  withoutDeeds,
  unsupported,
  respell: (address) => address.toUpperCase(),
  invalid: {
    ...invalid,
    addresses: [
      'tb1',
      'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
      // A mistyped address, a witness version without rules, bech32 in place of bech32m, and mixed case.
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsy',
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm',
      'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
      'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
      'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
      ...invalidAddresses,
    ],
  },
  roundTrips: [{ maxBatch: undefined, encode: { transfer: 1, 'transfer max': 1 }, state: 1, broadcast: 1 }],
  speaks: 'rest',
  wrongNetwork: { intercept: anotherEsplora },
  refusals: byEsplora,
  randomCompleted: randomTransfers,
};

/** p2pkh: amounts are proved by previous transactions, and ids follow from signatures. */
const overNode: Setup = {
  ...common,
  chainId: 'dogecoin',
  otherChainId: 'bitcoin',
  start: () => start('dogecoin', 'core', accountOf('p2pkh', dogecoin)),
  sign: (request) => sign(request, dogecoin),
  // A transfer costs 226,000 at the floor of 1,000 per byte; outputs below 1,000,000 cost more.
  amounts: { funds: 100_000_000n, usual: 20_000_000n, least: 1_000_000n, tokenFunds: 0n, token: 0n },
  // Nodes have no index of addresses.
  unsupported: [...unsupported, 'read.account.transactions.native'],
  invalid: {
    ...invalid,
    addresses: [
      'D',
      'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgD',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      ...invalidAddresses,
    ],
  },
  // What the mempool says decides how coins are looked for; each is looked at, and its transaction read.
  roundTrips: [{ maxBatch: 10, encode: { transfer: 4, 'transfer max': 4 }, state: 3, broadcast: 1 }],
  speaks: 'json-rpc 1',
  wrongNetwork: { intercept: anotherNode },
  refusals: byNode,
};

// The engine is a program that has to be on the path: on Debian the package litecoind.
describe.skipIf(!litecoinIsAvailable()).each([
  ['Esplora', overEsplora],
  ['the node', overNode],
] as const)('over %s', (_, setup) => describeFamily(setup));
