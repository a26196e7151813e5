import type { Chain } from '@isochain/core';
import type { ScriptedChain } from '../scripted-upstream.ts';
import {
  addressAt,
  descriptor,
  doge,
  dogeStranger,
  legacy,
  litecoin,
  litecoinStranger,
  nested,
  nestedRedeemScript,
  ownerKey,
  pathOf,
  recipient,
  segwit,
  strangerAddress,
  taproot,
} from './accounts.ts';
import { scene, type UtxoScene } from './upstream.ts';

// What clients have encoded: transfers of each kind of coins, over each kind of upstream.

const coin = 100_000_000n;

const transfer =
  (senderAddress: string, wish: Record<string, unknown>, senderPubKey: string | null = ownerKey) =>
  (chain: Chain) =>
    chain.encode({
      ...{ mode: 'transfer', senderAddress, recipientAddress: recipient, ...wish },
      ...(senderPubKey === null ? {} : { senderPubKey }),
    });

const fund =
  (address: string, ...values: readonly bigint[]) =>
  (chain: ScriptedChain) => {
    for (const value of values) chain.fund(address, value, { from: strangerAddress });
  };

/** Coins of an extended key: at two addresses that are paid to, and one for change. */
function fundExtended(chain: ScriptedChain): void {
  chain.fund(addressAt(0, 0), coin, { path: pathOf(0, 0) });
  chain.fund(addressAt(0, 1), coin, { path: pathOf(0, 1) });
  chain.fund(addressAt(1, 0), coin / 10n, { path: pathOf(1, 0) });
}

const half = { amount: '50000000' };
/** Takes both of two coins. */
const both = { amount: '150000000' };

const fromExtended = transfer(descriptor, both, null);

/** The same request twice: signatures of both may be put together. */
const twice = (run: (chain: Chain) => Promise<unknown>) => async (chain: Chain) => {
  const first = await run(chain).catch((error: unknown) => ({ error }));
  const second = await run(chain);
  return 'error' in (first as object) ? [second] : [first, second];
};

let replaced = '';

export const encodeScenes: readonly UtxoScene[] = [
  scene('transfer', { kinds: ['esplora'], build: fund(segwit, coin) }, transfer(segwit, half)),
  scene('two coins', { kinds: ['esplora'], build: fund(segwit, coin, coin) }, transfer(segwit, both)),
  scene('two coins, twice', { kinds: ['esplora'], build: fund(segwit, coin, coin) }, twice(transfer(segwit, both))),
  scene(
    'maximum',
    { kinds: ['esplora'], build: fund(segwit, coin, coin, coin) },
    transfer(segwit, { useMaxAmount: true }),
  ),
  scene('legacy', { kinds: ['esplora'], build: fund(legacy, coin, coin) }, transfer(legacy, both)),
  scene(
    'nested',
    {
      kinds: ['esplora'],
      build(chain) {
        const first = chain.fund(nested, coin);
        fund(nested, coin)(chain);
        chain.fund(strangerAddress, 5_000n, { from: nested, scriptSig: `16${nestedRedeemScript}` });
        chain.confirm(chain.spend([first], [{ address: nested, value: coin - 1_000n }]), 850_000);
      },
    },
    transfer(nested, both, null),
  ),
  scene('taproot', { kinds: ['esplora'], build: fund(taproot, coin, coin) }, transfer(taproot, both)),
  scene(
    'unconfirmed and young',
    {
      kinds: ['esplora'],
      build(chain) {
        chain.fund(segwit, coin);
        chain.fund(segwit, coin * 2n, { height: null, from: strangerAddress });
        chain.fund(segwit, coin * 3n, { height: 899_990, coinbase: true });
        chain.spend([chain.fund(segwit, coin)], [{ address: segwit, value: coin - 1_000n }]);
      },
    },
    transfer(segwit, both),
  ),
  scene(
    'precise fees',
    { kinds: ['esplora'], hasPreciseFees: true, build: fund(segwit, coin) },
    transfer(segwit, { useMaxAmount: true }),
  ),
  scene(
    'replacement',
    {
      kinds: ['esplora'],
      build(chain) {
        const spent = chain.fund(segwit, coin);
        replaced = chain.spend([spent], [{ address: recipient, value: coin - 1_000n }]);
      },
    },
    (chain) => transfer(segwit, { amount: '1000000', params: { replaces: replaced } })(chain),
  ),
  scene('extended', { kinds: ['esplora'], build: fundExtended }, fromExtended),
  scene('extended, twice', { kinds: ['esplora'], build: fundExtended }, twice(fromExtended)),
  scene('blockbook', { kinds: ['blockbook'], build: fund(segwit, coin, coin) }, transfer(segwit, both)),
  scene('blockbook, twice', { kinds: ['blockbook'], build: fund(segwit, coin, coin) }, twice(transfer(segwit, both))),
  scene(
    'blockbook, unconfirmed',
    {
      kinds: ['blockbook'],
      build(chain) {
        chain.fund(segwit, coin);
        chain.spend([chain.fund(segwit, coin)], [{ address: segwit, value: coin - 1_000n }]);
        chain.fund(segwit, coin * 2n, { height: null, from: strangerAddress });
      },
    },
    transfer(segwit, both),
  ),
  scene('blockbook extended', { kinds: ['blockbook'], build: fundExtended }, fromExtended),
  scene(
    'dogecoin',
    {
      chainId: 'dogecoin',
      kinds: ['blockbook'],
      build(chain) {
        for (let i = 0; i < 2; i += 1) chain.fund(doge, coin * 10n, { height: 899_800, from: dogeStranger });
      },
    },
    (chain) =>
      chain.encode({
        mode: 'transfer',
        senderAddress: doge,
        senderPubKey: ownerKey,
        recipientAddress: dogeStranger,
        amount: '1500000000',
      }),
  ),
  scene(
    'litecoin',
    {
      chainId: 'litecoin',
      kinds: ['blockbook'],
      build(chain) {
        chain.fund(litecoin, coin, { height: 899_999, from: litecoinStranger });
        chain.fund(litecoin, coin * 2n, { height: 899_999, pegOut: true });
      },
    },
    (chain) => chain.encode({ mode: 'transfer', senderAddress: litecoin, recipientAddress: litecoinStranger, ...half }),
  ),
  scene('node', { kinds: ['core'], build: fund(segwit, coin, coin) }, transfer(segwit, both)),
  scene('node, twice', { kinds: ['core'], build: fund(segwit, coin, coin) }, twice(transfer(segwit, both))),
  scene(
    'node, unconfirmed',
    {
      kinds: ['core'],
      build(chain) {
        chain.fund(segwit, coin);
        chain.spend([chain.fund(segwit, coin)], [{ address: segwit, value: coin - 1_000n }]);
      },
    },
    transfer(segwit, both),
  ),
  scene('node extended', { kinds: ['core'], build: fundExtended }, fromExtended),
];
