import { keccak } from '@scure/starknet';
import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../test/keys.ts';
import { connectTo, Fault, hex, type NodeScript, now, sender, strk, transfer } from '../../test/scripted-node.ts';
import { accountClasses, type ClassName } from '../account/classes.ts';

const key = publicKeyOf();

interface Estimated {
  readonly flags: readonly string[];
  readonly transaction: Readonly<Record<string, unknown>> & { readonly signature: readonly string[] };
}

/** Encodes, and tells how the transaction was estimated. */
async function encode(scripts: NodeScript | readonly (NodeScript | 'dead')[], intent: object = transfer) {
  const scripted = connectTo('starknet', scripts);
  const { onTrace, askedFor, roundTrips } = scripted;
  const { status, transaction } = await scripted.chain.encode(intent, { onTrace });
  const estimates = askedFor('starknet_estimateFee').map(({ params }): Estimated => {
    const { simulation_flags, request } = params as unknown as {
      simulation_flags: readonly string[];
      request: readonly [Estimated['transaction']];
    };
    return { flags: simulation_flags, transaction: request[0] };
  });
  const simulations = askedFor('starknet_simulateTransactions');
  return { ...scripted, estimates, simulations, status, transaction, rounds: roundTrips() };
}

const account = (className: ClassName, functions = {}): NodeScript => ({
  accounts: { [sender]: { classHash: accountClasses[className].classHash, functions } },
});
const failing = (execution_error: unknown) =>
  new Fault(41, 'Transaction execution error', { transaction_index: 0, execution_error });
const place = (error: unknown, name = '__execute__') => ({
  contract_address: sender,
  class_hash: '0x1',
  selector: hex(keccak(new TextEncoder().encode(name))),
  error,
});
const poor = "(0x45524332303a20696e73756666696369656e742062616c616e6365 ('ERC20: insufficient balance'))";
const byFlags = (one: { none?: unknown; skip?: unknown }) => (_: object, flags: readonly string[]) =>
  (flags.includes('SKIP_VALIDATE') ? (one.skip ?? {}) : (one.none ?? {})) as object;

describe('an estimate', () => {
  it('asks about a transaction that can never be carried out, without bounds and without a tip', async () => {
    const { estimates } = await encode({}, { ...transfer, params: { tip: '77' } });
    const free = { max_amount: '0x0', max_price_per_unit: '0x0' };
    expect(estimates).toMatchObject([
      {
        transaction: {
          type: 'INVOKE',
          version: '0x100000000000000000000000000000003',
          sender_address: `0x${sender.slice(3)}`,
          nonce: '0x5',
          tip: '0x0',
          resource_bounds: { l1_gas: free, l2_gas: free, l1_data_gas: free },
          calldata: ['0x1', strk, expect.any(String), '0x3', expect.any(String), '0xde0b6b3a7640000', '0x0'],
        },
      },
    ]);
  });

  it('writes no felt with leading zeros: strict nodes refuse them', async () => {
    const { askedFor } = await encode({});
    const texts = JSON.stringify(askedFor('starknet_estimateFee')).match(/"0x[^"]*"/g) ?? [];
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts) expect(text).toMatch(/^"0x(?:0|[1-9a-f][0-9a-f]{0,62})"$/);
  });

  it('of a deployment asks about the account itself', async () => {
    const { estimates, status } = await encode({ accounts: {} }, { mode: 'deployAccount', senderPubKey: key });
    expect(status.errors).toEqual([]);
    expect(estimates).toMatchObject([
      { flags: [], transaction: { type: 'DEPLOY_ACCOUNT', contract_address_salt: key, nonce: '0x0' } },
    ]);
    expect(estimates[0]?.transaction.signature.slice(0, 3)).toEqual(['0x1', '0x0', key]);
  });
});

describe('the class of the account decides how it is estimated', () => {
  it.each(['argent-0.4.0', 'argent-0.5.0'] as const)('%s: with the owner in a made-up signature', async (name) => {
    const { estimates, transaction } = await encode(account(name));
    expect(estimates.map(({ flags }) => flags)).toEqual([[]]);
    const [{ signature = [] } = {}] = estimates.map(({ transaction: asked }) => asked);
    expect(signature).toHaveLength(5);
    expect(signature.slice(0, 3)).toEqual(['0x1', '0x0', key]);
    // 1.5 times what was estimated.
    expect(transaction.data.gas).toBe('1500000');
  });

  it.each([
    ['argent-0.3.0', {}, 300_000n],
    ['argent-0.3.1', {}, 300_000n],
    ['openzeppelin-0.8.1', { get_public_key: [key] }, 200_000n],
    ['openzeppelin-1.0.0', { get_public_key: [key] }, 200_000n],
  ] as const)('%s: without validation, and with a surcharge for it', async (name, functions, surcharge) => {
    const { estimates, transaction } = await encode(account(name, functions));
    expect(estimates).toMatchObject([{ flags: ['SKIP_VALIDATE'], transaction: { signature: [] } }]);
    expect(transaction.data.gas).toBe(String(((1_000_000n + surcharge) * 3n) / 2n));
  });

  it.each(['braavos-1.0.0', 'braavos-1.1.0', 'braavos-1.2.0'] as const)(
    '%s: with r and s alone, and with a surcharge',
    async (name) => {
      const functions = { get_signers: ['0x1', key, '0x0', '0x0'], get_multisig_threshold: ['0x0'] };
      const { estimates, transaction } = await encode(account(name, functions));
      expect(estimates.map(({ flags }) => flags)).toEqual([[]]);
      expect(estimates[0]?.transaction.signature).toHaveLength(2);
      expect(transaction.data.gas).toBe(String(((1_000_000n + 300_000n) * 3n) / 2n));
    },
  );
});

describe('a node that cannot estimate', () => {
  it('what the account does is asked without validation, and a surcharge is added', async () => {
    const none = failing('Account validation failed: Out of gas');
    const { estimates, transaction, rounds } = await encode({ estimate: byFlags({ none }) });
    expect(estimates.map(({ flags }) => flags)).toEqual([[], ['SKIP_VALIDATE']]);
    expect(transaction.data.gas).toBe(String(((1_000_000n + 200_000n) * 3n) / 2n));
    expect(rounds).toBe(3);
  });

  it('is asked to simulate at last', async () => {
    for (const fault of [failing(place('Out of gas')), new Fault(-32603, 'Internal error')]) {
      const { simulations, transaction, rounds, status } = await encode({ estimate: fault, simulate: {} });
      expect(status.errors).toEqual([]);
      expect(simulations).toMatchObject([{ params: { simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'] } }]);
      expect(transaction.data.gas).toBe(String(((1_000_000n + 200_000n) * 3n) / 2n));
      // An endpoint that failed is asked twice.
      expect(rounds).toBeLessThanOrEqual(6);
    }
  });

  it('is passed over for one that can', async () => {
    const { estimates, transaction } = await encode([{ estimate: new Fault(-32603, 'Internal error') }, {}]);
    expect(estimates.length).toBeLessThanOrEqual(2);
    expect(transaction.data.gas).toBe('1500000');
  });

  it('and cannot simulate either says why: the first reason counts', async () => {
    const estimate = failing('Out of gas');
    const { status, rounds } = await encode({ estimate, simulate: new Fault(-32603, 'Internal error') });
    expect(status.errors).toMatchObject([{ code: 'transaction.fails', context: { reason: 'Out of gas' } }]);
    expect(rounds).toBeLessThanOrEqual(6);
  });

  it('at all leaves nothing encoded, after a few rounds', async () => {
    const { chain, asked } = connectTo('starknet', [
      { estimate: new Fault(-32603, 'Internal error') },
      { estimate: new Fault(-32601, 'Method not found') },
    ]);
    await expect(chain.encode(transfer, {})).rejects.toMatchObject({ code: 'upstream.unavailable' });
    const rounds = asked.filter(({ method }) => /estimate|simulate/.test(method));
    expect(rounds.length).toBeLessThanOrEqual(12);
  });

  it.each([
    ['no estimate', []],
    ['two estimates', [{}, {}]],
    ['nonsense', [{ l2_gas_consumed: 'many' }]],
    ['gas for nothing', [{ ...fields(), l2_gas_consumed: '0x0' }]],
    ['prices in wei', [{ ...fields(), unit: 'WEI' }]],
    ['more gas than a number of 64 bits', [{ ...fields(), l2_gas_consumed: '0x10000000000000000' }]],
    ['less than nothing', [{ ...fields(), l1_gas_consumed: '-0x1' }]],
  ])('and answers %s is passed over', async (_, answer) => {
    const { status, attempts } = await encode([{ estimate: answer, latestAt: now }, {}]);
    expect(status.errors).toEqual([]);
    expect(attempts()).toEqual(expect.arrayContaining([expect.stringContaining('starknet_estimateFee')]));
  });
});

/** An estimate of version 0.9 and 0.10. */
function fields() {
  return {
    ...{ l1_gas_consumed: '0x0', l1_gas_price: '0x2', l2_gas_consumed: '0xcb4e8', l2_gas_price: '0x1' },
    ...{ l1_data_gas_consumed: '0x80', l1_data_gas_price: '0x2', overall_fee: '0xcb5e8', unit: 'FRI' },
  };
}

describe('a transaction that would fail', () => {
  it('is not encoded, and the reason is told in words', async () => {
    const { status, transaction, estimates, simulations } = await encode({ estimate: failing(place(poor)) });
    expect(status.errors).toMatchObject([
      {
        code: 'transaction.fails',
        field: 'transaction.data',
        context: { reason: 'ERC20: insufficient balance' },
      },
    ]);
    expect(transaction.data.params).toBeUndefined();
    expect(transaction.encoded).toEqual([]);
    // A call that fails fails however it is asked.
    expect(estimates).toHaveLength(1);
    expect(simulations).toHaveLength(0);
  });

  it('in its validation is asked about without it', async () => {
    const validation = failing(place("0x1 ('argent/invalid-owner-sig')", '__validate__'));
    const { status, estimates } = await encode({ estimate: byFlags({ none: validation, skip: failing(poor) }) });
    expect(estimates).toHaveLength(2);
    expect(status.errors).toMatchObject([{ context: { reason: 'ERC20: insufficient balance' } }]);
  });

  it('in a simulation has an estimate of its failure, which is not used', async () => {
    const simulate = [
      { fee_estimation: fields(), transaction_trace: { type: 'INVOKE', execute_invocation: { revert_reason: poor } } },
    ];
    const { status, transaction } = await encode({ estimate: failing('Out of gas'), simulate });
    expect(status.errors).toMatchObject([{ context: { reason: 'ERC20: insufficient balance' } }]);
    expect(transaction.encoded).toEqual([]);
  });

  it('and begins an account without coins is told that it needs coins', async () => {
    const { status } = await encode(
      { accounts: {}, strk: {}, estimate: failing('Out of gas') },
      { mode: 'deployAccount', senderPubKey: key },
    );
    expect(status.errors).toMatchObject([{ code: 'balance.insufficientForFees' }]);
  });
});
