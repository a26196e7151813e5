import { describeCaptures } from '@isochain/conformance';
import { beforeAll, expect, it } from 'vitest';
import { RpcError } from '../json-rpc.ts';
import type { StarknetStandIn } from './engine.ts';
import { readTransaction } from './node/transaction.ts';
import { startStarknet } from './starknet.ts';
import { ascii } from './vm/felt.ts';

// What starknet-devnet 0.8.1 answered, asked of its model: the recorded transactions are sent as they are, and must have their hashes.

interface Recorded {
  readonly request: { readonly method: string; readonly params: object };
  readonly response: { readonly result?: unknown; readonly error?: { code: number; message: string; data?: unknown } };
}
type Entries = Readonly<Record<string, Recorded>>;

const file = (name: string) => `starknet/devnet-0102-${name}.json`;
const [reads, transactions, estimates] = ['reads', 'transactions', 'estimates'].map(file) as [string, string, string];
/** The account of the recordings. */
const account = '0x5b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929';

/** Members and kinds of values, not the values: lists by their first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, one]) => [key, shapeOf(one)] as const);
    return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
  return typeof value === 'string' && /^0x[0-9a-f]+$/.test(value) ? 'felt' : typeof value;
}

/** Prices, gas and the token class of the recordings. */
async function startAsRecorded(): Promise<StarknetStandIn> {
  const engine = await startStarknet({ chainId: 'starknet-sepolia', bare: true });
  engine.setClassHash(engine.strk, '0x2e77ee61d4df3d988ee1f42ea5442e913862cc82c2584d212ecda76666498fc');
  engine.setGasPrices({ l1: 1_000_000_000n, l2: 1_000_000_000n, l1Data: 1_000_000_000n });
  engine.setGasPriceFloor(0n);
  engine.setUsage({ invoke: 0x18f150n, deploy: 0x11fe90n, l1Data: 0xe0n });
  await engine.mine();
  await engine.fund(account, 10n ** 19n);
  return engine;
}

async function ask(engine: StarknetStandIn, { method, params }: Recorded['request']): Promise<Recorded['response']> {
  try {
    return { result: await engine.rpc(method, params) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, reason, data } = error;
    return { error: { code, message: reason, ...(data === undefined ? {} : { data }) } };
  }
}

const answered = ({ result, error }: Recorded['response']) => (error === undefined ? { result } : { error });

function describeAnswers(read: (name: string) => string): void {
  const entriesOf = (name: string): Entries => JSON.parse(read(name));
  const sent = entriesOf(transactions);
  const entry = (name: string): Recorded => {
    const found = sent[name];
    if (found === undefined) throw new Error(`no recording ${name}`);
    return found;
  };

  let engine: StarknetStandIn;
  beforeAll(async () => {
    engine = await startAsRecorded();
    return () => engine.stop();
  });

  it.each([
    'specVersion',
    'chainId',
    'getClassHashAt-undeployed',
    'getNonce-undeployed',
    'call-missing-entrypoint',
    'call-not-a-contract',
    'call-wrong-calldata',
    'block-tag-pending',
    'felt-with-leading-zeros',
    'method-not-found',
    'status-unknown',
    'receipt-unknown',
  ])('are those of the model before the deployment: %s', async (name) => {
    const recorded = entriesOf(reads)[name];
    if (recorded === undefined) throw new Error(`no recording ${name}`);
    const { request, response } = recorded;
    expect(await ask(engine, request)).toEqual(answered(response));
  });

  it.each(['deploy-dummy-signature', 'deploy-skip-validate-no-signature', 'deploy-empty-signature'])(
    'are those of the model to the unit: estimate %s',
    async (name) => {
      const recorded = entriesOf(estimates)[name];
      if (recorded === undefined) throw new Error(`no recording ${name}`);
      expect(await ask(engine, recorded.request)).toEqual(answered(recorded.response));
    },
  );

  it('takes the recorded deployment, by its hash', async () => {
    const { request, response } = entry('addDeployAccount');
    expect(await ask(engine, request)).toEqual(answered(response));
    expect(await ask(engine, entry('deploy-status').request)).toEqual(answered(entry('deploy-status').response));
    expect(await ask(engine, entry('deploy-tx').request)).toEqual(answered(entry('deploy-tx').response));
    const receipt = await ask(engine, entry('deploy-receipt').request);
    const recorded = answered(entry('deploy-receipt').response);
    expect(shapeOf(receipt)).toEqual(shapeOf(recorded));
    const events = (value: object) => (value as { result: { events: object[] } }).result.events.slice(0, 3);
    expect(events(receipt)).toEqual(events(recorded));
  });

  it.each([
    'getClassHashAt',
    'getNonce',
    'call-argent040-get_owner',
    'call-argent040-get_guardian',
    'call-argent040-getOwner',
    'call-argent040-getSigner',
    'call-argent040-get_public_key',
    'call-argent040-get_owner_type',
    'call-argent040-get_guardian_guid',
    'call-argent040-get_guardian_type',
    'call-argent040-get_version',
    'call-argent040-get_name',
  ])('are those of the model after the deployment: %s', async (name) => {
    const recorded = entriesOf(reads)[name];
    if (recorded === undefined) throw new Error(`no recording ${name}`);
    expect(await ask(engine, recorded.request)).toEqual(answered(recorded.response));
  });

  it.each([
    'invoke-dummy-signature',
    'invoke-skip-validate-no-signature',
    'invoke-wrong-owner-in-dummy',
    'invoke-version3-dummy',
    'invoke-transfer-too-much',
    'invoke-nonce-too-low',
    'invoke-nonce-ahead',
    'invoke-entrypoint-missing',
  ])('are those of the model to the unit: estimate %s', async (name) => {
    const recorded = entriesOf(estimates)[name];
    if (recorded === undefined) throw new Error(`no recording ${name}`);
    expect(await ask(engine, recorded.request)).toEqual(answered(recorded.response));
  });

  it('takes the recorded transfer, by its hash', async () => {
    const { request, response } = entry('addInvoke');
    expect(await ask(engine, request)).toEqual(answered(response));
    expect(await ask(engine, entry('invoke-status').request)).toEqual(answered(entry('invoke-status').response));
    expect(await ask(engine, entry('invoke-tx').request)).toEqual(answered(entry('invoke-tx').response));
    const receipt = await ask(engine, entry('invoke-receipt').request);
    expect(shapeOf(receipt)).toEqual(shapeOf(answered(entry('invoke-receipt').response)));
  });

  it('takes the recorded transfer that reverts, with its reason', async () => {
    const { request, response } = entry('addInvoke-that-reverts');
    expect(await ask(engine, request)).toEqual(answered(response));
    expect(await ask(engine, entry('reverted-status').request)).toEqual(answered(entry('reverted-status').response));
    const receipt = await ask(engine, entry('reverted-receipt').request);
    const recorded = answered(entry('reverted-receipt').response);
    expect(shapeOf(receipt)).toEqual(shapeOf(recorded));
    const reason = (value: object) => (value as { result: { revert_reason: string } }).result.revert_reason;
    expect(reason(receipt)).toBe(reason(recorded));
  });

  it('refuses the recorded transfer whose prices are too low', async () => {
    const { request, response } = entry('addInvoke-out-of-gas');
    // Here the price of data gas is the one that is too low.
    expect(await ask(engine, request)).toEqual(answered(response));
  });

  it('has blocks and events of the recorded shape', async () => {
    for (const name of ['getBlockWithTxHashes-pre_confirmed', 'getEvents-account', 'getEvents-bad-token']) {
      const recorded = entriesOf(reads)[name];
      if (recorded === undefined) throw new Error(`no recording ${name}`);
      expect([name, shapeOf(await ask(engine, recorded.request))]).toEqual([
        name,
        shapeOf(answered(recorded.response)),
      ]);
    }
    const recorded = entriesOf(reads).getBlockWithTxHashes;
    const latest = await ask(engine, { method: 'starknet_getBlockWithTxHashes', params: { block_id: 'latest' } });
    expect(shapeOf(latest)).toEqual(shapeOf(answered(recorded?.response ?? {})));
    const page = entriesOf(reads)['getEvents-transfer-page1'];
    if (page === undefined) throw new Error('no recording of a page of events');
    const eventsOf = ({ result }: Recorded['response']) => (result as { events: object[] }).events;
    expect(shapeOf(eventsOf(await ask(engine, page.request)))).toEqual(shapeOf(eventsOf(page.response)));
  });
}

// In their order, which is that of the recording: the account is deployed, and then it transfers.
describeCaptures('the answers of starknet-devnet', [reads, transactions, estimates], describeAnswers, {
  shuffle: false,
});

describeCaptures('mined transactions of public networks', ['starknet/mined-transactions.json'], (read) => {
  interface Mined {
    readonly id: string;
    readonly chain: string;
    readonly recomputeHash: boolean;
    readonly transaction: { readonly transaction_hash: string };
  }
  const entries: Mined[] = JSON.parse(read('starknet/mined-transactions.json'));
  it.each(entries.filter(({ recomputeHash }) => recomputeHash).map((one) => [one.id, one] as const))(
    '%s has its hash',
    (_, { chain, transaction }) => {
      const network = chain === 'starknet' ? 'SN_MAIN' : 'SN_SEPOLIA';
      expect(readTransaction(transaction, ascii(network)).hash).toBe(BigInt(transaction.transaction_hash));
    },
  );
});
