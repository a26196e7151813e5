import type { RecordScene } from '@isochain/conformance';
import type { UpstreamKind } from '../lies/upstream.ts';
import type { ScriptedChain, ScriptedChainId } from '../scripted-upstream.ts';
import { type Account, accountOf, type Extended, extendedAccount, type Script, strangerOn } from './accounts.ts';
import { all, asking, coin, fund, signInAllForms, signPlainly, transferFrom } from './asking.ts';

// Transfers of each kind of coins, over each kind of upstream.

const kinds: readonly UpstreamKind[] = ['esplora', 'blockbook', 'core'];
const scripts: readonly Script[] = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh', 'p2pkh-uncompressed'];

/** What is asked for of two coins. */
const wanted = {
  'a part of one': { amount: String(coin / 2n) },
  'a part of two': {},
  all,
};

const simple = scripts.flatMap((script) => {
  const account = accountOf('bitcoin', script);
  const asked = script === 'p2wpkh' || script === 'p2pkh' ? kinds : (['esplora'] as const);
  return asked.flatMap((kind) =>
    Object.entries(wanted)
      // Which coins are taken does not depend on who told of them: one kind of upstream shows it.
      .filter(([name]) => kind === 'esplora' || name === 'a part of two')
      .map(([name, wish]) =>
        asking(
          `${name} (${script}, ${kind})`,
          { ...transferFrom(account), ...wish },
          {
            ...{ kinds: [kind], build: fund(account.senderAddress, [coin, coin]) },
            ...(name === 'a part of two' ? { sign: signPlainly(account) } : {}),
          },
        ),
      ),
  );
});

/** Coins at two addresses that are paid to, and one for change. */
const fundExtended =
  ({ address, path }: Extended) =>
  (chain: ScriptedChain) => {
    chain.fund(address(0, 0), coin, { path: path(0, 0) });
    chain.fund(address(0, 1), coin, { path: path(0, 1) });
    chain.fund(address(1, 0), coin / 10n, { path: path(1, 0) });
  };

const extended = (['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const).flatMap((script) => {
  const account = extendedAccount(script);
  const names = {
    descriptor: account.descriptor,
    // That of taproot has no version of its own, and is only known in a descriptor.
    ...(script === 'p2tr' ? {} : { 'extended key': account.extendedKey }),
  };
  return Object.entries(names).flatMap(([name, senderAddress]) =>
    // The others look at addresses one by one, whatever their script.
    kinds
      .filter((kind) => kind === 'blockbook' || script === 'p2wpkh')
      .filter((kind) => kind === 'blockbook' || name === 'descriptor')
      .flatMap((kind) => [
        asking(`a part (${name} of ${script}, ${kind})`, transferFrom({ senderAddress }), {
          ...{ kinds: [kind], build: fundExtended(account), sign: signPlainly(account) },
        }),
      ]),
  );
});

const allExtended = (['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const).map((script) => {
  const account = extendedAccount(script);
  const intent = { ...transferFrom({ senderAddress: account.descriptor }), ...all };
  return asking(`all (descriptor of ${script})`, intent, { kinds: ['blockbook'], build: fundExtended(account) });
});

const others: readonly (readonly [ScriptedChainId, Script])[] = [
  ['bitcoin-testnet', 'p2wpkh'],
  ['bitcoin-testnet', 'p2tr'],
  ['bitcoin-signet', 'p2wpkh'],
  ['bitcoin-signet', 'p2tr'],
  ['litecoin', 'p2wpkh'],
  ['litecoin', 'p2sh-p2wpkh'],
  ['litecoin', 'p2pkh'],
  ['dogecoin', 'p2pkh'],
  ['dogecoin', 'p2pkh-uncompressed'],
];

const otherChains = others.flatMap(([chainId, script]) => {
  const account = accountOf(chainId, script);
  const isDoge = chainId === 'dogecoin';
  const factor = isDoge ? 10n : 1n;
  const on = {
    ...{ chainId, kinds: ['blockbook'] as const },
    build(chain: ScriptedChain) {
      if (isDoge) chain.feeRate = 1_000;
      fund(account.senderAddress, [coin * factor, coin * factor], chainId)(chain);
    },
  };
  const intent = { ...transferFrom(account, chainId), amount: String((coin * factor * 3n) / 2n) };
  return [
    asking(`a part on ${chainId} (${script})`, intent, { ...on, sign: signPlainly(account) }),
    // The test networks of Bitcoin have its rules.
    ...(chainId.startsWith('bitcoin') ? [] : [asking(`all on ${chainId} (${script})`, { ...intent, ...all }, on)]),
  ];
});

const litecoin = accountOf('litecoin', 'p2wpkh');
const legacyLitecoin = accountOf('litecoin', 'p2pkh');
const doge = accountOf('dogecoin', 'p2pkh');
const nested = accountOf('bitcoin', 'p2sh-p2wpkh');
const segwit = accountOf('bitcoin', 'p2wpkh');

const special: readonly RecordScene[] = [
  // MWEB (LIP-0002): coins that left it are written otherwise, and wait before they can be spent.
  ...[litecoin, legacyLitecoin].map((account, i) =>
    asking(
      `coins that left MWEB (${i === 0 ? 'p2wpkh' : 'p2pkh'})`,
      { ...transferFrom(account, 'litecoin'), ...all },
      {
        ...{ chainId: 'litecoin' as const, kinds: ['blockbook'] as const, sign: signPlainly(account) },
        build: (chain) => void chain.fund(account.senderAddress, coin, { pegOut: true }),
      },
    ),
  ),
  asking('young coins that left MWEB', transferFrom(litecoin, 'litecoin'), {
    ...{ chainId: 'litecoin', kinds: ['blockbook'] },
    build(chain) {
      chain.fund(litecoin.senderAddress, coin, { height: 899_999, from: strangerOn('litecoin') });
      chain.fund(litecoin.senderAddress, coin * 2n, { height: 899_999, pegOut: true });
    },
  }),
  asking(
    'an amount beyond 2^53',
    { ...transferFrom(doge, 'dogecoin'), amount: '1000000000987654321' },
    {
      ...{ chainId: 'dogecoin', kinds: ['blockbook'], sign: signPlainly(doge) },
      build(chain) {
        chain.feeRate = 1_000;
        chain.fund(doge.senderAddress, 2_000_000_000_123_456_789n);
      },
    },
  ),
  asking(
    'a small output of dogecoin',
    { ...transferFrom(doge, 'dogecoin'), amount: '999999' },
    {
      ...{ chainId: 'dogecoin', kinds: ['blockbook'], build: fund(doge.senderAddress, [coin * 10n], 'dogecoin') },
    },
  ),
  asking('a script that an earlier spend shows', transferFrom({ senderAddress: nested.senderAddress }), {
    sign: signPlainly(nested),
    build(chain) {
      const first = chain.fund(nested.senderAddress, coin);
      fund(nested.senderAddress, [coin])(chain);
      chain.fund(strangerOn('bitcoin'), 5_000n, {
        from: nested.senderAddress,
        scriptSig: `16${nested.redeemScript}`,
      });
      chain.confirm(chain.spend([first], [{ address: nested.senderAddress, value: coin - 1_000n }]), 850_000);
    },
  }),
  ...kinds.map((kind) =>
    asking(`unconfirmed and young coins (${kind})`, transferFrom(segwit), {
      kinds: [kind],
      build(chain) {
        const { senderAddress } = segwit;
        chain.fund(senderAddress, coin);
        chain.fund(senderAddress, coin * 2n, { height: null, from: strangerOn('bitcoin') });
        chain.fund(senderAddress, coin * 3n, { height: 899_990, coinbase: true });
        chain.spend([chain.fund(senderAddress, coin)], [{ address: senderAddress, value: coin - 1_000n }]);
      },
    }),
  ),
  asking('fees of three kinds of upstreams', transferFrom(segwit), {
    ...{ kinds, build: fund(segwit.senderAddress, [coin, coin]), sign: signPlainly(segwit) },
  }),
  asking(
    'precise fees',
    { ...transferFrom(segwit), ...all },
    {
      ...{ hasPreciseFees: true, build: fund(segwit.senderAddress, [coin]) },
    },
  ),
  ...(['p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const).map((script) =>
    asking(
      `to an address of ${script}`,
      { ...transferFrom(segwit), recipientAddress: strangerOn('bitcoin', script) },
      {
        build: fund(segwit.senderAddress, [coin, coin]),
      },
    ),
  ),
  // BIP173, test vectors: an address of a script.
  asking(
    'to an address of p2wsh',
    {
      ...transferFrom(segwit),
      recipientAddress: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    },
    { build: fund(segwit.senderAddress, [coin, coin]) },
  ),
  asking(
    'of many coins',
    { ...transferFrom(segwit), ...all },
    {
      build: (chain) =>
        void chain.fundTogether(
          segwit.senderAddress,
          Array.from({ length: 12 }, (_, i) => 50_000n + BigInt(i)),
        ),
    },
  ),
];

export const transferScenes: readonly RecordScene[] = [
  ...simple,
  ...extended,
  ...allExtended,
  ...otherChains,
  ...special,
];

const p2tr = extendedAccount('p2tr');

/** Every form of a signature: of one coin, of several, and of several keys. */
export const signatureScenes: readonly RecordScene[] = [
  ...scripts.map((script) => {
    const account: Account = accountOf('bitcoin', script);
    return asking(
      `every form of signature (${script})`,
      { ...transferFrom(account), ...all },
      {
        ...{ build: fund(account.senderAddress, [coin]), sign: signInAllForms(account) },
      },
    );
  }),
  asking('every form of signature of several coins', transferFrom(segwit), {
    ...{ build: fund(segwit.senderAddress, [coin, coin]), sign: signInAllForms(segwit) },
  }),
  asking('every form of signature of several keys', transferFrom({ senderAddress: p2tr.descriptor }), {
    ...{ kinds: ['blockbook'], build: fundExtended(p2tr), sign: signInAllForms(p2tr) },
  }),
  asking('wrong signatures', transferFrom(segwit), {
    build: fund(segwit.senderAddress, [coin, coin]),
    sign: () => ({ 'too short': '11'.repeat(63), 'of somebody else': '11'.repeat(128), 'no hex': 'signature!' }),
  }),
];
