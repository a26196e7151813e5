import { describe, expect, it } from 'vitest';
import { registryChain, registryVersion } from './chain-registry.ts';
import { catalogueOf } from './files.ts';
import { sources } from './sources.ts';

// Our table is data that is kept by hand; this says when it and the chain registry grow apart.

const catalogue = catalogueOf(sources);
const rows = Object.entries(sources.cosmos.chains);
const running = rows.filter(([, { stopped }]) => stopped === undefined);

const number = (price: string | undefined) => (price === undefined ? null : Number(price));

/** What the registry says otherwise of a chain, by field. */
function differences(id: string): Record<string, string | number | null> {
  const row = sources.cosmos.chains[id];
  const ours = catalogue[id];
  if (row === undefined || ours === undefined) throw new Error(`${id}: no such chain`);
  const known = registryChain(row.registry);
  if (known === undefined) throw new Error(`cosmos-chains.json: ${id}.registry: the registry has no ${row.registry}.`);
  const { chain, assets } = known;
  const coin = assets.find(({ base }) => base === row.denom);
  const [fee, ...others] = chain.fees.feeTokens.filter(
    ({ denom, averageGasPrice }) => denom === row.denom || averageGasPrice !== undefined,
  );
  const { gasPrice } = row.fees;
  // A chain that names no kind of keys has the usual one.
  const [keys = 'secp256k1'] = chain.keyAlgos ?? [];
  const pairs: [field: string, ours: string | number | null, theirs: string | number | null][] = [
    ['nativeId', ours.nativeId, chain.chainId],
    ['coinType', ours.signerSpec.coinType, String(chain.slip44)],
    ['ticker', ours.ticker, coin?.symbol ?? null],
    ['decimals', ours.decimals, coin?.denomUnits.find(({ denom }) => denom === coin.display)?.exponent ?? null],
    ['prefix', row.prefix, chain.bech32Prefix],
    ['keys', row.keys === 'secp256k1' ? 'secp256k1' : 'ethsecp256k1', keys],
    ['denom', row.denom, fee?.denom ?? null],
    ['stakingDenom', row.denom, chain.staking?.stakingTokens[0]?.denom ?? null],
    ['gasPrice.min', number(gasPrice.min), fee?.fixedMinGasPrice ?? null],
    ['gasPrice.low', number(gasPrice.low), fee?.lowGasPrice ?? null],
    ['gasPrice.average', number(gasPrice.average), fee?.averageGasPrice ?? null],
    ['gasPrice.high', number(gasPrice.high), fee?.highGasPrice ?? null],
    [
      'others',
      (row.fees.others ?? []).map(({ denom, average }) => `${denom} ${Number(average)}`).join(),
      others.map(({ denom, averageGasPrice }) => `${denom} ${averageGasPrice}`).join(),
    ],
  ];
  return Object.fromEntries(pairs.filter(([, a, b]) => a !== b).map(([field, , theirs]) => [field, theirs]));
}

describe('the chain registry', () => {
  it.each(running)('says the same of %s but for what differsFromRegistry says, and that is still so', (id, row) => {
    const documented = Object.entries(row.differsFromRegistry ?? {}).map(([field, { registry }]) => [field, registry]);
    expect(differences(id)).toEqual(Object.fromEntries(documented));
  });

  it('has none of the chains that have ended', () => {
    for (const [id, { stopped, registry }] of rows) {
      if (stopped !== undefined) expect(registryChain(registry), id).toBeUndefined();
    }
  });

  it('is the version that the differences were written for', () => {
    expect(registryVersion).toBe(sources.cosmos.chainRegistry);
  });
});
