import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../test/keys.ts';
import {
  connectTo,
  invalid,
  type NodeScript,
  now,
  nowSeconds,
  refusal,
  type ScriptedRequest,
  sender,
  transfer,
} from '../../test/scripted-node.ts';
import { rawTransaction } from '../bytes/layout.ts';
import type { AptosOptions } from '../options.ts';

/** Encodes a transfer of 1 APT. */
async function encode(
  nodes: NodeScript | readonly (NodeScript | 'dead')[],
  wished: Readonly<Record<string, unknown>> = {},
  options: Partial<AptosOptions> = {},
) {
  const scripted = connectTo(nodes, options);
  const { onTrace } = scripted;
  const { transaction, status } = await scripted.chain.encode(
    { ...transfer, senderPubKey: publicKeyOf(), ...wished } as never,
    { onTrace },
  );
  const { data } = transaction as { readonly data: Readonly<Record<string, unknown>> };
  const simulated = scripted.askedFor('/transactions/simulate').map(({ body }) => rawOf(body));
  return {
    ...scripted,
    data,
    params: data.params as Readonly<Record<string, unknown>> | undefined,
    isEncoded: (transaction as { readonly encoded?: readonly unknown[] }).encoded?.length === 1,
    errors: status.errors.map(({ code }) => code),
    messages: status.errors.map(({ message }) => message),
    warnings: status.warnings.map(({ code }) => code),
    simulated,
  };
}

/** The transaction in front of its authenticator. */
function rawOf(body: unknown) {
  return rawTransaction.parse(body as Uint8Array);
}

const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it was encoded'),
    (error: { readonly attempts?: readonly { readonly detail: string }[] }) =>
      error.attempts?.map(({ detail }) => detail) ?? error,
  );

/** A node that says this of the price of a gas unit. */
const priced = (usual: bigint, lowest = usual): NodeScript => ({ prices: { usual, lowest } });
const uses = (gasUsed: bigint): NodeScript => ({ simulate: { gasUsed } });
const holds = (octas: bigint, rest: NodeScript = {}): NodeScript => ({ ...rest, balances: { [sender]: octas } });

describe('a usual transfer', () => {
  it('has the next sequence number, room for gas, and ten minutes', async () => {
    const { data, params, errors, warnings, isEncoded } = await encode({});
    expect([errors, warnings, isEncoded]).toEqual([[], ['recipient.uninitialized'], true]);
    expect(data).toMatchObject({ nonce: '5', gas: '560', fees: '56000', amount: '100000000' });
    expect(params).toMatchObject({
      ...{ chainId: 1, gasUnitPrice: '100', expirationTimestampSecs: `${nowSeconds + 600n}`, scheme: 'ed25519' },
    });
  });

  it('is simulated as it is sent, with all the gas that the account can pay', async () => {
    const { simulated } = await encode({});
    expect(simulated).toMatchObject([
      { sequenceNumber: 5n, maxGasAmount: 10_000_000n, gasUnitPrice: 100n, expiration: nowSeconds + 600n, chainId: 1 },
    ]);
    expect((await encode(holds(10n ** 12n))).simulated).toMatchObject([{ maxGasAmount: 20_000_000n }]);
  });

  it('counts from the time of the chain, not of our clock', async () => {
    const { params } = await encode({ latestAt: now - 90_000 });
    expect(params).toMatchObject({ expirationTimestampSecs: `${nowSeconds - 90n + 600n}` });
  });
});

describe('a node that lies about prices', () => {
  it('costs a hundred times the lowest price at most', async () => {
    expect(await encode(priced(10_000n))).toMatchObject({ errors: [], data: { fees: '5600000' } });
    for (const lie of [priced(10_001n), priced(100n, 10_001n), priced(2n ** 64n - 1n)]) {
      const { errors, messages, params, data, isEncoded } = await encode(lie);
      expect(errors).toEqual(['fee.aboveCeiling']);
      expect(messages[0]).toContain('gas price');
      expect([params, data.fees, isEncoded]).toEqual([undefined, undefined, false]);
    }
  });

  it('costs no more than the operator says', async () => {
    const options = { ceilings: { gasUnitPrice: '150' } };
    expect((await encode(priced(150n), {}, options)).errors).toEqual([]);
    expect((await encode(priced(151n), {}, options)).errors).toEqual(['fee.aboveCeiling']);
  });

  it.each([priced(0n), priced(1n), priced(99n, 0n)])('cannot make it too cheap to be taken', async (lie) => {
    expect((await encode(lie)).params).toMatchObject({ gasUnitPrice: '100' });
  });

  it('is no division by zero where the operator takes the floor away', async () => {
    const options = { gasFloors: { unitPrice: '0', units: '0' } };
    expect(await encode(priced(0n), {}, options)).toMatchObject({ errors: [], params: { gasUnitPrice: '1' } });
  });

  it('takes what nodes pass on where that is more than what they recommend', async () => {
    expect((await encode(priced(100n, 120n))).params).toMatchObject({ gasUnitPrice: '120' });
  });

  it('gets nothing more by a client that wishes for next to no fees', async () => {
    // 999 octas for 1000 units imply no price, so it is the node's.
    const { errors, isEncoded } = await encode(priced(10n ** 10n), { fees: '999', gas: '1000' });
    expect(errors).toContain('fee.aboveCeiling');
    expect(isEncoded).toBe(false);
  });

  it('does not limit what a client wishes for', async () => {
    const wished = { params: { gasUnitPrice: '20000' } };
    expect(await encode({}, wished)).toMatchObject({ errors: [], params: { gasUnitPrice: '20000' } });
    // But nodes of the chain take at most this.
    const { errors } = await encode(holds(10n ** 18n), { params: { gasUnitPrice: '10000000001' } });
    expect(errors).toEqual(['wish.invalid']);
  });

  it('cannot forbid a wish by a lowest price above the ceiling', async () => {
    const wished = { params: { gasUnitPrice: '100' } };
    expect((await encode(priced(100n, 120n), wished)).errors).toEqual(['wish.invalid']);
    expect((await encode(priced(100n, 10_001n), wished)).errors).toEqual([]);
  });

  it('is believed for ten seconds', async () => {
    let time = now;
    const scripted = connectTo({}, { now: () => time });
    const prices = async () => {
      await scripted.chain.encode({ ...transfer, senderPubKey: publicKeyOf() } as never);
      return scripted.askedFor('/estimate_gas_price').length;
    };
    expect([await prices(), await prices()]).toEqual([1, 1]);
    time += 9_999;
    expect(await prices()).toBe(1);
    time += 2;
    expect(await prices()).toBe(2);
  });
});

describe('a node that lies about gas', () => {
  it('costs one APT at most', async () => {
    // Half more than used, at 100 octas: a million units are the ceiling.
    const rich = 10n ** 12n;
    expect(await encode(holds(rich, uses(666_666n)))).toMatchObject({ errors: [], data: { fees: '99999900' } });
    for (const lie of [666_667n, 19_000_000n]) {
      const { errors, messages, isEncoded } = await encode(holds(rich, uses(lie)));
      expect(errors).toEqual(['fee.aboveCeiling']);
      expect(messages[0]).toContain('A fee of');
      expect(isEncoded).toBe(false);
    }
    const options = { ceilings: { fee: '50000' } };
    expect((await encode({}, {}, options)).errors).toEqual(['fee.aboveCeiling']);
  });

  it.each([
    ['nothing', '0'],
    ['more than was offered', '10000001'],
    ['a fraction', '60.5'],
    ['less than nothing', '-60'],
    ['no number', 'many'],
    ['more than 64 bits', (2n ** 64n).toString()],
  ])('by %s is passed over', async (_, gasUsed) => {
    const lie: NodeScript = { simulate: { gasUsed } };
    await failed(encode(lie));
    expect(await encode([lie, {}])).toMatchObject({ errors: [], data: { gas: '560' } });
  });

  it('cannot make the limit lower than what the chain takes', async () => {
    const { data } = await encode(uses(1n));
    expect(data.gas).toBe('501');
    const fresh: NodeScript = { ...uses(1n), accounts: {} };
    expect((await encode(fresh)).data.gas).toBe('5210');
  });
});

describe('a node that lies about the account', () => {
  it.each([
    ['the number of orderless transactions', 2n ** 64n - 1n],
    ['more than the chain takes', 2n ** 63n],
  ])('cannot have it sign %s as sequence number', async (_, sequenceNumber) => {
    const lie: NodeScript = { accounts: { [sender]: { sequenceNumber } } };
    expect(await failed(encode(lie))).toHaveLength(2);
    expect(await encode([lie, {}])).toMatchObject({ errors: [], data: { nonce: '5' } });
  });

  it.each([
    ['negative', -1],
    ['a fraction', 1.5],
    ['no number', 'much'],
    ['nothing', null],
    ['more than 64 bits', (2n ** 64n).toString()],
  ])('by a balance that is %s is passed over', async (_, body) => {
    const own = { [`/accounts/${sender}/balance/0x1::aptos_coin::AptosCoin`]: body };
    expect(await encode([{ own }, {}])).toMatchObject({ errors: [] });
    if (body !== null) expect(await failed(encode({ own }))).toHaveLength(2);
  });

  it('cannot name a key that is not the client’s', async () => {
    const lie: NodeScript = {
      accounts: { [sender]: { sequenceNumber: 5n, authenticationKey: `0x${'cd'.repeat(32)}` } },
    };
    expect(await encode(lie)).toMatchObject({ errors: ['sender.notWallet'], params: undefined, isEncoded: false });
  });

  it('may write what is right without leading zeros', async () => {
    const key = `0x${'cd'.repeat(31)}`;
    const { messages } = await encode({ accounts: { [sender]: { authenticationKey: key } } });
    expect(messages[0]).toContain(`0x00${'cd'.repeat(31)}`);
  });
});

describe('a node that lies about the time', () => {
  it.each([
    ['the future', now + 3 * 3_600_000, 'its latest block is of the future'],
    ['the beginning', 0, 'it tells no time of its latest block'],
  ])('is passed over with a block of %s', async (_, latestAt, detail) => {
    expect(await failed(encode({ latestAt }))).toContain(detail);
    expect(await encode([{ latestAt }, {}])).toMatchObject({ errors: [] });
  });

  it('may stand still: then nothing is encoded', async () => {
    const { errors } = await encode({ latestAt: now - 3_600_000 });
    expect(errors).toEqual(['chain.standsStill']);
    expect(await encode([{ latestAt: now - 3_600_000 }, {}])).toMatchObject({ errors: [] });
  });

  it('is passed over without the time of its ledger', async () => {
    const silent: NodeScript = { headers: { 'x-aptos-ledger-timestampusec': undefined } };
    expect(await failed(encode(silent))).toContain('it does not tell the time of its ledger');
    expect(await encode([silent, {}])).toMatchObject({ errors: [] });
  });
});

describe('nodes that are not on the same ledger', () => {
  /** The first node answers the account, and another one the simulation. */
  const behind = (status: string): NodeScript => ({ simulate: { status } });

  it.each(['SEQUENCE_NUMBER_TOO_NEW', 'SEQUENCE_NUMBER_TOO_OLD', 'BAD_CHAIN_ID'])(
    'do not decide that a transaction fails: %s',
    async (status) => {
      for (const said of [behind(status), { simulate: invalid(status, 4) }]) {
        expect(await encode([said, {}])).toMatchObject({ errors: [] });
        await failed(encode(said));
      }
    },
  );
});

describe('a simulation that fails', () => {
  it('tells the reason, and leaves nothing to sign', async () => {
    const status = 'Move abort in 0x1::aptos_account: EACCOUNT_DOES_NOT_ACCEPT(0x50003): no';
    expect(await encode({ simulate: { status } })).toMatchObject({
      ...{ errors: ['transaction.fails'], params: undefined, isEncoded: false },
      messages: [expect.stringContaining('EACCOUNT_DOES_NOT_ACCEPT')],
    });
  });

  it.each(['INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 'MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS'])(
    'because of missing APT says so: %s',
    async (status) => {
      expect((await encode({ simulate: { status } })).errors).toEqual(['balance.insufficientForFees']);
    },
  );

  it.each([
    ['an error of the node', refusal(500, 'internal_error', 'it broke')],
    [
      'a refusal of the request',
      refusal(400, 'invalid_input', 'Simulated transactions must have a non-valid signature'),
    ],
    ['no transaction', []],
    ['two transactions', [{}, {}]],
  ])('by %s is asked elsewhere', async (_, simulate) => {
    expect(await encode([{ simulate }, {}])).toMatchObject({ errors: [] });
    expect(await failed(encode({ simulate }))).toHaveLength(2);
  });
});

describe('balances near the limit', () => {
  // A transfer uses 60 units, so 66 at least are asked, and 560 are offered.
  const amount = 100_000_000n;

  it('are used with less room for gas', async () => {
    expect(await encode(holds(amount + 56_000n))).toMatchObject({ errors: [], data: { gas: '560' } });
    expect(await encode(holds(amount + 55_999n))).toMatchObject({ errors: [], data: { gas: '559' } });
    expect(await encode(holds(amount + 6_600n))).toMatchObject({ errors: [], data: { gas: '66', fees: '6600' } });
  });

  it.each([6_599n, 6_000n, 1n, 0n])('are too low with %s octas more than the amount', async (more) => {
    expect(await encode(holds(amount + more))).toMatchObject({
      ...{ errors: ['balance.insufficient'], params: undefined, isEncoded: false },
    });
  });

  it('are too low without the amount', async () => {
    expect((await encode(holds(amount - 1n))).errors).toEqual(['balance.insufficient']);
    expect((await encode(holds(0n))).errors).toEqual(['balance.insufficient']);
  });

  it('may be of all sizes', async () => {
    const most = (2n ** 64n - 1n).toString();
    expect((await encode({}, { amount: most })).errors).toEqual(['balance.insufficient']);
    for (const more of [(2n ** 64n).toString(), '9'.repeat(40)])
      expect(await encode({}, { amount: more })).toMatchObject({ errors: ['balance.insufficient'], isEncoded: false });
    expect(await encode(holds(2n ** 64n - 1n))).toMatchObject({ errors: [] });
  });

  it('of new accounts need what their storage costs', async () => {
    const fresh: NodeScript = { accounts: {} };
    expect(await encode(holds(amount + 521_000n, fresh))).toMatchObject({ errors: [], data: { gas: '5210' } });
    expect((await encode(holds(amount + 520_999n, fresh))).errors).toEqual(['balance.insufficient']);
    expect((await encode(holds(520_999n, fresh), { amount: '1' })).errors).toEqual(['balance.insufficientForFees']);
  });
});

describe('a maximum', () => {
  const max = { amount: undefined, useMaxAmount: true };

  it('keeps little back', async () => {
    const { data, errors } = await encode({}, max);
    // A tenth more than 60 units, and 10.
    expect([errors, data.gas, data.fees, data.amount]).toEqual([[], '76', '7600', '999992400']);
  });

  it('is simulated with one octa', async () => {
    const { simulated } = await encode({}, max);
    const [{ payload } = rawOf(new Uint8Array())] = simulated;
    expect(payload.EntryFunction?.arguments[1]).toEqual(Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0));
  });

  it.each([7_600n, 6_000n, 2_799n, 1n, 0n])('of %s octas is nothing', async (held) => {
    expect(await encode(holds(held), max)).toMatchObject({ errors: ['balance.nothingToSend'], isEncoded: false });
  });

  it('of less than the gas costs is nothing, as the simulation finds out', async () => {
    const { errors, isEncoded, messages } = await encode(
      holds(3_000n, { simulate: { status: 'Out of gas', gasUsed: 30n } }),
      max,
    );
    expect([errors, isEncoded], messages[0]).toEqual([['balance.insufficientForFees'], false]);
  });

  it('of one octa more than the fees is one octa', async () => {
    expect(await encode(holds(7_601n), max)).toMatchObject({ errors: [], data: { amount: '1', fees: '7600' } });
  });

  it('does not give a lying node more than the ceiling of fees', async () => {
    const { errors, isEncoded } = await encode(holds(10n ** 12n, uses(1_000_000n)), max);
    expect([errors, isEncoded]).toEqual([['fee.aboveCeiling'], false]);
  });
});

describe('wishes for time', () => {
  const until = (seconds: bigint, more = {}) => ({
    params: { expirationTimestampSecs: (nowSeconds + seconds).toString(), ...more },
  });

  it('may be as long as the client likes', async () => {
    expect((await encode({}, until(86_400n * 365n))).errors).toEqual([]);
    expect((await encode({}, until(1n))).errors).toEqual([]);
    expect((await encode({}, until(0n))).errors).toEqual(['wish.invalid']);
    expect((await encode({}, until(-1n))).errors).toEqual(['wish.invalid']);
  });

  it('of orderless transactions are a minute at most', async () => {
    const orderless = { orderless: true };
    const { params, errors } = await encode({}, { params: orderless });
    expect([errors, params?.expirationTimestampSecs]).toEqual([[], `${nowSeconds + 60n}`]);
    expect((await encode({}, until(60n, orderless))).errors).toEqual([]);
    expect((await encode({}, until(61n, orderless))).errors).toEqual(['wish.invalid']);
    const shorter = await encode({}, { params: orderless }, { expirationSeconds: 30 });
    expect(shorter.params).toMatchObject({ expirationTimestampSecs: `${nowSeconds + 30n}` });
  });
});

describe('wishes for nonces', () => {
  it('are sequence numbers that have their turn within a hundred', async () => {
    expect((await encode({}, { nonce: '4' })).errors).toEqual(['nonce.used']);
    expect((await encode({}, { nonce: '5' })).warnings).not.toContain('nonce.gap');
    const { errors, warnings, data, simulated } = await encode({}, { nonce: '104' });
    expect([errors, data.nonce]).toEqual([[], '104']);
    expect(warnings).toContain('nonce.gap');
    // Nodes refuse to simulate a number that is not next.
    expect(simulated).toMatchObject([{ sequenceNumber: 5n }]);
    expect((await encode({}, { nonce: '105' })).errors).toEqual(['wish.invalid']);
  });

  it('of orderless transactions are any number of 64 bits, and made up otherwise', async () => {
    const orderless = { params: { orderless: true } };
    const most = (2n ** 64n - 1n).toString();
    expect(await encode({}, { ...orderless, nonce: most })).toMatchObject({ errors: [], data: { nonce: most } });
    expect((await encode({}, { ...orderless, nonce: (2n ** 64n).toString() })).errors).toEqual(['wish.invalid']);
    const [one, two] = [await encode({}, orderless), await encode({}, orderless)];
    expect(one.data.nonce).not.toBe(two.data.nonce);
    expect(one.simulated).toMatchObject([{ sequenceNumber: 2n ** 64n - 1n }]);
  });
});

describe('a node of another chain', () => {
  it('is passed over, by its header and by what it says of itself', async () => {
    expect(await failed(encode({ chainId: 2 }))).toContain('it serves another chain');
    expect(await encode([{ chainId: 2 }, {}])).toMatchObject({ errors: [] });
    expect(await failed(encode({ headers: { 'x-aptos-chain-id': '2' } }))).toContain('it serves another chain');
    const own = { '/': { chain_id: 2, ledger_timestamp: `${now}000` } };
    expect(await failed(encode({ own }))).toContain('it serves another chain');
  });

  it('does not simulate', async () => {
    const lie: NodeScript = { simulate: (_: ScriptedRequest) => ({ status: 'BAD_CHAIN_ID' }) };
    expect(await failed(encode(lie))).toContain('it serves another chain');
  });
});
