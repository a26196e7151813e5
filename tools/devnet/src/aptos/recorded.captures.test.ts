import { describeCaptures } from '@isochain/conformance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Desk, keyring, transfer } from '../../test/aptos-desk.ts';
import { startAptos } from './aptos.ts';
import { readSubmission } from './chain/submission.ts';

// What the public chain and its tools recorded: transactions must have their hashes, and the stand-in's answers their shapes.

const file = (name: string) => `aptos/${name}.json`;
const vectors = file('vectors-trustwallet-aptos');
const [transferOf2024, failureOf2025] = [file('tx-fa-transfer-v1642580695'), file('getblock-transactions-by_hash')];
const [index, gasPrice, account] = [
  file('getblock-v1-index'),
  file('getblock-estimate_gas_price'),
  file('getblock-accounts'),
];

interface Vector {
  readonly name: string;
  readonly explorer?: string;
  readonly kind: string;
  readonly chainId: number;
  readonly sequenceNumber: string;
  readonly signedTxnBcs: string;
}

/** Members and kinds of values, not the values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, one]) => [key, shapeOf(one)] as const);
    return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
  return value === null ? null : typeof value;
}

describeCaptures('signed transactions of Trust Wallet Core', [vectors], (read) => {
  const entries: Vector[] = JSON.parse(read(vectors)).vectors;

  it.each(entries.map((entry) => [entry.name, entry] as const))('%s', (_, entry) => {
    const submission = readSubmission(Uint8Array.from(Buffer.from(entry.signedTxnBcs, 'hex')));
    expect(submission.signers.map(({ isValid }) => isValid)).toEqual([true]);
    expect(submission.chainId).toBe(entry.chainId);
    expect(String(submission.sequenceNumber)).toBe(entry.sequenceNumber);
    const hash = /0x[0-9a-f]{64}/.exec(entry.explorer ?? '')?.[0];
    if (hash !== undefined && !wrongLinks.has(entry.name)) expect(submission.hash).toBe(hash);
  });
});

/** Their links lead to other transactions. */
const wrongLinks = new Set(['test_aptos_blind_sign_staking', 'test_aptos_blind_sign_unstaking']);

describeCaptures('answers of nodes', [transferOf2024, failureOf2025, index, gasPrice, account], (read) => {
  const recorded = (name: string) => JSON.parse(read(name));
  let desk: Desk;

  beforeAll(async () => {
    desk = new Desk(await startAptos());
  });
  afterAll(() => desk.engine.stop());

  it.each([
    ['', index],
    ['/estimate_gas_price', gasPrice],
    [`/accounts/${keyring[0]?.accountAddress}`, account],
  ])('%s has the members of the recorded one', async (path, name) => {
    expect(shapeOf((await desk.get(path)).body)).toEqual(shapeOf(recorded(name)));
  });

  it('a transfer of an asset has the members and events of the recorded one', async () => {
    const call = {
      function: '0x1::primary_fungible_store::transfer',
      types: ['0x1::fungible_asset::Metadata'],
      args: ['0xa', '0x5', 10_000n],
    };
    const { replay_protection_nonce: nonce, ...made } = await desk.run(call);
    expect(nonce).toBeNull();
    const real = recorded(transferOf2024);
    const strip = ({ changes: _, ...rest }: Record<string, unknown>) => rest;
    expect(shapeOf(strip(made))).toEqual(shapeOf(strip(real)));
    expect(made.payload).toEqual(real.payload);
    const types = (one: { events: { type: string }[] }) => one.events.map(({ type }) => type);
    expect(types(made)).toEqual(types(real));
    expect(made.events[1].data).toEqual(real.events[1].data);
    const store = (one: { changes: { address: string; data: { type: string } }[] }) =>
      one.changes.find(({ data, address }) => data.type.endsWith('FungibleStore') && address.startsWith('0x8a4613c3'));
    expect(shapeOf(store(made))).toEqual(shapeOf(store(real)));
    const core = (one: { changes: { address: string; data: { type: string } }[] }) =>
      one.changes.find(({ data, address }) => data.type.endsWith('ObjectCore') && address.startsWith('0x8a4613c3'));
    expect(core(made)?.data).toEqual(core(real)?.data);
  });

  it('a failed transaction of a fee payer has the members of the recorded one', async () => {
    const [sender, payer] = keyring;
    const call = transfer('0x5', 20_000n * 100_000_000n);
    const made = await desk.run(call, { ...(sender && { signer: sender }), ...(payer && { payer }) });
    expect(made.success).toBe(false);
    const real = recorded(failureOf2025);
    expect(shapeOf(made.signature)).toEqual(shapeOf(real.signature));
    expect(shapeOf(made.events)).toEqual(shapeOf(real.events));
    expect(Object.keys(made).toSorted()).toEqual(Object.keys(real).toSorted());
    expect(made.vm_status).toMatch(/^Move abort in 0x1::fungible_asset: EINSUFFICIENT_BALANCE\(0x10004\): /);
  });
});
