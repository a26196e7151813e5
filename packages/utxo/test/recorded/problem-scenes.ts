import type { RecordScene } from '@isochain/conformance';
import { ScriptedChain } from '../scripted-upstream.ts';
import { accountOf, strangerOn } from './accounts.ts';
import { type Asking, all, asking, coin, fund, signPlainly, transferFrom } from './asking.ts';

// Wishes of clients, and refusals and warnings of the chain.

const segwit = accountOf('bitcoin', 'p2wpkh');
const taproot = accountOf('bitcoin', 'p2tr');
const nested = accountOf('bitcoin', 'p2sh-p2wpkh');
const legacy = accountOf('bitcoin', 'p2pkh');
const doge = accountOf('dogecoin', 'p2pkh');
const litecoin = accountOf('litecoin', 'p2wpkh');
const { senderAddress } = segwit;

const transfer = transferFrom(segwit);
const twoCoins: Asking = { build: fund(senderAddress, [coin, coin]) };
const coins = (...values: readonly bigint[]): Asking => ({ build: fund(senderAddress, values) });
const sats = (amount: number) => ({ ...transfer, amount: String(amount) });

const wishes: Readonly<Record<string, object>> = {
  'a fee rate': { params: { feeRate: '3.3' } },
  'the least fee rate': { params: { feeRate: '1' } },
  'too low a fee rate': { params: { feeRate: '0.999' } },
  'the highest fee rate': { params: { feeRate: '500' } },
  'too high a fee rate': { params: { feeRate: '500.001' } },
  'a number of blocks': { params: { feeTarget: '1' } },
  'another number of blocks': { params: { feeTarget: '144' } },
  'a number of blocks that nobody knows': { params: { feeTarget: '2' } },
  'fee rate and number of blocks': { params: { feeRate: '3', feeTarget: '1' } },
  'all of the fee': { fees: '1000' },
  'too low a fee': { fees: '100' },
  'too high a fee': { fees: '100000000' },
  'a fee rate that is no number': { params: { feeRate: 'fast' } },
  'the order of BIP69': { params: { bip69: true } },
  'previous transactions': { params: { includePrevTxs: true } },
  'small coins': { params: { allowSmallUtxos: true } },
  'a wish of the wrong type': { params: { bip69: 'yes' } },
  'gas and nonce': { gas: '1', nonce: '7' },
  'unknown wishes': { params: { nothing: 'x' }, extra: 1 },
  'a memo': { memo: 'rent' },
  'no public key': { senderPubKey: undefined },
  'the public key of somebody else': { senderPubKey: taproot.senderPubKey.replace(/..$/, '00') },
};

export const wishScenes: readonly RecordScene[] = [
  ...Object.entries(wishes).map(([name, wish]) => asking(`transfer with ${name}`, { ...transfer, ...wish }, twoCoins)),
  asking('all with all of the fee', { ...transfer, ...all, fees: '500' }, twoCoins),
  asking(
    'all with a fee rate',
    { ...transfer, ...all, params: { feeRate: '12.345' } },
    {
      ...twoCoins,
      sign: signPlainly(segwit),
    },
  ),
  asking('the order of BIP69 the other way', { ...sats(10_000), params: { bip69: true } }, twoCoins),
  asking(
    'previous transactions of taproot',
    { ...transferFrom(taproot), params: { includePrevTxs: true } },
    {
      ...{ build: fund(taproot.senderAddress, [coin, coin]), sign: signPlainly(taproot) },
    },
  ),
  ...(
    [
      ['a replacement', {}],
      ['a replacement with a fee rate', { params: { feeRate: '10' } }],
      ['a replacement that adds coins', { amount: '120000000' }],
      ['a replacement of everything', all],
    ] as const
  ).map(([name, wish]) =>
    asking(
      name,
      { ...sats(40_000_000), ...wish, params: { ...('params' in wish ? wish.params : {}), replaces: replaced() } },
      {
        ...{ build: replaceable, sign: signPlainly(segwit) },
      },
    ),
  ),
  asking('a replacement of what is not there', { ...transfer, params: { replaces: 'ab'.repeat(32) } }, twoCoins),
  asking(
    'a replacement where nodes make none',
    { ...transferFrom(litecoin, 'litecoin'), params: { replaces: 'ab'.repeat(32) } },
    {
      ...{ chainId: 'litecoin', kinds: ['blockbook'], build: fund(litecoin.senderAddress, [coin], 'litecoin') },
    },
  ),
];

/** A transaction in the mempool that spends a coin; beside it two more coins. One of them is not confirmed. */
function replaceable(chain: ScriptedChain): string {
  const spent = chain.fund(senderAddress, coin);
  const txid = chain.spend(
    [spent],
    [
      { address: strangerOn('bitcoin'), value: 40_000_000n },
      { address: senderAddress, value: 59_999_718n },
    ],
  );
  chain.fund(senderAddress, coin * 5n, { height: null });
  chain.fund(senderAddress, coin / 2n);
  return txid;
}

function replaced(): string {
  return replaceable(new ScriptedChain('bitcoin'));
}

const funds: readonly RecordScene[] = [
  asking('no coins at all', transfer, coins()),
  asking('everything of nothing', { ...transfer, ...all }, coins()),
  asking('more than there is', sats(10_000), coins(10_000n)),
  asking('more than what is worth its fee', sats(9_900), coins(10_000n, 100n, 130n)),
  asking('everything of what is not worth its fee', { ...transfer, ...all }, coins(100n)),
  asking('everything, which is dust', { ...transfer, ...all }, coins(500n)),
  asking('an amount below dust', sats(293), coins(coin)),
  asking('the least amount', sats(294), coins(coin)),
  asking('change that would be dust', sats(99_500), coins(100_000n)),
  asking('change that is just no dust', sats(99_424), coins(100_000n)),
  asking('too many coins', sats(25_000), { ...coins(10_000n, 10_000n, 10_000n), options: { maxInputs: 2 } }),
  asking(
    'everything of too many coins',
    { ...transfer, ...all },
    {
      ...{ ...coins(10_000n, 20_000n, 30_000n), options: { maxInputs: 2 } },
    },
  ),
  asking('coins that nobody would miss', sats(50_000), coins(30_000n, 30_000n, 600n, 700n, 800n)),
  asking('fees above the limit', sats(5_000_000), {
    build(chain) {
      chain.feeRate = 900;
      chain.fund(senderAddress, 10_000_000n);
    },
  }),
  asking('fees below the limit', sats(50_000), {
    build(chain) {
      chain.feeRate = 0.3;
      chain.fund(senderAddress, 100_000n);
    },
  }),
  asking('fees below the usual limit', sats(50_000), {
    options: { minFeeRate: 0.1 },
    build(chain) {
      chain.feeRate = 0.3;
      chain.fund(senderAddress, 100_000n);
    },
  }),
  asking(
    'small coins of a taproot address',
    { ...transferFrom(taproot), amount: '10500' },
    {
      build: fund(taproot.senderAddress, [10_000n, 900n, 800n]),
    },
  ),
  asking(
    'small coins of a taproot address, on demand',
    { ...transferFrom(taproot), amount: '10500', params: { allowSmallUtxos: true } },
    {
      build: fund(taproot.senderAddress, [10_000n, 900n, 800n]),
    },
  ),
  asking(
    'everything but small coins of a taproot address',
    { ...transferFrom(taproot), ...all },
    {
      build: fund(taproot.senderAddress, [10_000n, 900n]),
    },
  ),
  asking(
    'everything of dogecoin, which costs more than it holds',
    { ...transferFrom(doge, 'dogecoin'), ...all },
    {
      ...{ chainId: 'dogecoin', kinds: ['blockbook'], build: fund(doge.senderAddress, [900_000n], 'dogecoin') },
    },
  ),
];

const accounts: readonly RecordScene[] = [
  asking('to the sender', { ...transfer, recipientAddress: senderAddress }, twoCoins),
  asking('a script hash whose key nobody knows', transferFrom({ senderAddress: nested.senderAddress }), {
    build: (chain) => void chain.fund(nested.senderAddress, coin * 2n),
  }),
  asking('a legacy address without its key', transferFrom({ senderAddress: legacy.senderAddress }), {
    build: fund(legacy.senderAddress, [coin, coin]),
  }),
  // BIP173, test vectors.
  asking(
    'a sender known by its script alone',
    {
      ...transfer,
      senderAddress: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      senderPubKey: undefined,
    },
    twoCoins,
  ),
];

/** Intents that are refused before anything is asked. */
const malformed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'no amount': { ...transfer, amount: undefined },
  'amount and maximum': { ...transfer, useMaxAmount: true },
  'an amount of 0': { ...transfer, amount: '0' },
  'a recipient with a typing error': { ...transfer, recipientAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' },
  'a recipient of another chain': { ...transfer, recipientAddress: strangerOn('litecoin') },
  'an extended key as recipient': { ...transfer, recipientAddress: 'xpub6CUGRUo' },
  'a mode that the chain does not have': { ...transfer, mode: 'enableToken' },
};

export const problemScenes: readonly RecordScene[] = [
  ...funds,
  ...accounts,
  ...Object.entries(malformed).map(([name, intent]) => asking(name, intent, twoCoins)),
];
