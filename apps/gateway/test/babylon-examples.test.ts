import { afterAll, describe, expect, it } from 'vitest';
import {
  delegation,
  delegationPath,
  own,
  ownParameters,
  paramsVersions,
  provider,
  providerPath,
  recordedStakes,
  testNode,
} from '../../../packages/babylon/test/babylon.ts';
import { slashingTransactions } from '../../../packages/babylon/test/babylon-stakes.ts';
import transaction from '../../../packages/utxo/fixtures/esplora-tx.json' with { type: 'json' };
import { intents } from '../../../packages/utxo/test/hand-in/intents.ts';
import { open, type Subject } from './harness.ts';

// Examples that only the real network can carry out are sent to a gateway whose upstreams answer what was recorded there.

const [active, ended] = recordedStakes;
const { targetValidatorAddress: target, senderAddress: sender } = intents['bitcoin-stake'].data;
const coin = { txid: own.input.txid, vout: own.input.vout, value: own.input.value };
const status = (height: number) => ({
  confirmed: true,
  block_height: height,
  block_hash: '00'.repeat(32),
  block_time: 1,
});

const babylon: Readonly<Record<string, unknown>> = {
  ...testNode(),
  '/babylon/btcstaking/v1/params_versions?pagination.limit=1000': paramsVersions(),
  [providerPath(target)]: { finality_provider: { ...provider, btc_pk: target } },
  [delegationPath(active.stakingTxid)]: delegation(active, 'ACTIVE', slashingTransactions(active)),
  [delegationPath(ended.stakingTxid)]: delegation(ended, 'UNBONDED', slashingTransactions(ended)),
};
/** The stake of the example follows the parameters of its fixture. */
const forStake = {
  ...babylon,
  '/babylon/btcstaking/v1/params_versions?pagination.limit=1000': paramsVersions([ownParameters]),
};
const esplora: Readonly<Record<string, unknown>> = {
  // Of signet: https://github.com/bitcoin/bips/blob/master/bip-0325.mediawiki.
  '/block-height/0': '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  '/blocks/tip/height': 240_000,
  '/blocks': [{ id: '00'.repeat(32), height: 240_000, timestamp: Math.floor(Date.now() / 1000) }],
  '/fee-estimates': { 2: 5, 6: 3, 144: 1 },
  [`/address/${sender}/txs`]: [],
  // The test checks only that the transaction is known, and since when.
  [`/tx/${ended.stakingTxid}`]: { ...transaction, txid: ended.stakingTxid, status: status(230_403) },
  [`/tx/${ended.unbondingTxid}`]: { ...transaction, txid: ended.unbondingTxid, status: status(236_713) },
  [`/tx/${ended.unbondingTxid}/outspend/0`]: { spent: false },
  [`/address/${sender}/utxo`]: [{ ...coin, status: status(239_000) }],
};

const opened: Subject[] = [];
afterAll(async () => {
  for (const subject of opened) await subject.close();
});

async function encode(name: keyof typeof intents, node: Readonly<Record<string, unknown>>) {
  const { chainId, data } = intents[name];
  const missing: string[] = [];
  const subject = await open(
    async (app) => ({
      request: async (path, init) => app.fetch(new Request(`http://gateway.test${path}`, init)),
      close: async () => {},
    }),
    {
      families: { bitcoin: () => import('@isochain/utxo').then(({ utxo }) => utxo) },
      async fetch(url) {
        const { hostname, pathname, search } = new URL(String(url));
        const routes = hostname === 'esplora.test' ? esplora : node;
        const answer = routes[`${pathname}${decodeURIComponent(search)}`];
        // Not known: fee rates with decimals, which only some have, and transactions that were never sent.
        const isKnownToBeMissing = pathname === '/v1/fees/precise' || /^\/tx\/\w{64}$/.test(pathname);
        if (answer === undefined && !isKnownToBeMissing) missing.push(`${hostname}${pathname}${search}`);
        if (answer === undefined) return new Response('Transaction not found', { status: 404 });
        return typeof answer === 'string' ? new Response(answer) : Response.json(answer);
      },
      settings: {
        chains: {
          [chainId]: {
            endpoints: [
              { url: 'https://esplora.test', kind: 'esplora', name: 'esplora' },
              { url: 'https://babylon-a.test', kind: 'babylon', name: 'a' },
              { url: 'https://babylon-b.test', kind: 'babylon', name: 'b' },
            ],
          },
        },
      },
    },
  );
  opened.push(subject);
  const answer = await subject.send('POST', `/api/${chainId}/transaction/encode`, { transaction: { data } });
  return { answer, missing };
}

describe('examples of stakes with Babylon', () => {
  it.each([
    ['bitcoin-stake', forStake],
    ['bitcoin-unstake', babylon],
    ['bitcoin-withdraw', babylon],
  ] as const)('%s gives something to sign', async (name, node) => {
    const { answer, missing } = await encode(name, node);
    expect([answer.body.status?.errors, missing]).toEqual([[], []]);
    const { encoded } = answer.body.transaction as { encoded: unknown[] };
    expect(encoded.length).toBeGreaterThan(0);
  });
});
