import { TransactionExecutableEmpty, TransactionExtraConfigV1, TransactionInnerPayloadV1 } from '@aptos-labs/ts-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, Desk, keyring, singleKey, transfer } from '../../test/aptos-desk.ts';
import { aptosAccounts } from './accounts.ts';
import { startAptos } from './aptos.ts';

let desk: Desk;
// The library's type does not say how many there are.
const [alice, bob, , , eve] = keyring as [Key, Key, Key, Key, Key];
type Key = (typeof keyring)[number];
const [aliceAddress, bobAddress, , , eveAddress] = aptosAccounts.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
  string,
];
const stranger = `0x${'ab'.repeat(32)}`;
const apt = 100_000_000n;

beforeAll(async () => {
  desk = new Desk(await startAptos());
});
afterAll(() => desk.engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => desk.engine.rehearse(run));
}

const typesOf = ({ events }: { events: readonly { type: string }[] }) => events.map(({ type }) => type);

/** What a node says of a transaction that its prologue refuses. */
const refusal = (code: string, number: number) => ({
  status: 400,
  body: {
    message: `Invalid transaction: Type: Validation Code: ${code}`,
    error_code: 'vm_error',
    vm_error_code: number,
  },
});

describe('a transfer', () => {
  check('moves octas, charges gas times price and uses the sequence number', async () => {
    const done = await desk.run(transfer(bobAddress, 5n * apt));
    expect(done).toMatchObject({ success: true, gas_used: '63', sequence_number: '0', type: 'user_transaction' });
    expect(typesOf(done)).toEqual([
      '0x1::fungible_asset::Withdraw',
      '0x1::fungible_asset::Deposit',
      '0x1::fungible_asset::Withdraw',
      '0x1::transaction_fee::FeeStatement',
    ]);
    expect(await desk.engine.balance(aliceAddress)).toBe(9_995n * apt - 6_300n);
    expect(await desk.engine.balance(bobAddress)).toBe(10_005n * apt);
    expect(desk.engine.sequenceNumber(aliceAddress)).toBe(1n);
  });

  check('costs storage if the recipient has no store, in fewer units at a higher price', async () => {
    const known = await desk.simulate(transfer(bobAddress, 1n));
    const cheap = await desk.simulate(transfer(stranger, 1n));
    const dear = await desk.simulate(transfer(stranger, 1n), { price: 1_000n });
    // 532,400 octas: one slot and 331 bytes.
    expect([known.gas_used, cheap.gas_used, dear.gas_used]).toEqual(['63', '5387', '596']);
  });

  check('fails with too little left for the gas, and pays for it', async () => {
    const done = await desk.run(transfer(bobAddress, 10_000n * apt - 6_299n), { maxGas: 100n });
    expect(done).toMatchObject({
      success: false,
      vm_status: expect.stringContaining('0x1::transaction_validation: EOUT_OF_GAS(0x20006)'),
    });
    expect(await desk.engine.balance(aliceAddress)).toBe(10_000n * apt - 6_300n);
    expect(desk.engine.sequenceNumber(aliceAddress)).toBe(1n);
  });

  check('can leave nothing at all', async () => {
    const done = await desk.run(transfer(bobAddress, 10_000n * apt - 6_300n), { maxGas: 63n });
    expect(done.success).toBe(true);
    expect(await desk.engine.balance(aliceAddress)).toBe(0n);
  });

  check('gets back what was paid for storage that it frees', async () => {
    desk.engine.setStorageRefund(50_000n);
    const done = await desk.run(transfer(bobAddress, 5n * apt));
    expect(done.events.at(-1).data).toMatchObject({
      total_charge_gas_units: '63',
      storage_fee_refund_octas: '50000',
    });
    // More than the fee: the balance grows by the rest.
    expect(await desk.engine.balance(aliceAddress)).toBe(9_995n * apt - 6_300n + 50_000n);
  });

  check('pays its fee from a coin store first', async () => {
    desk.engine.fundCoinStore(aliceAddress, 6_000n, '0x1::aptos_coin::AptosCoin');
    const done = await desk.run(transfer(bobAddress, 10_000n * apt - 300n), { maxGas: 63n });
    expect(done.success).toBe(true);
    expect(await desk.engine.balance(aliceAddress)).toBe(0n);
  });

  check('may have a bound of exactly the balance', async () => {
    // 10,000 APT are 1,000,000 units at a price of 1,000,000.
    const bound = { maxGas: 1_000_000n, price: 1_000_000n };
    expect(await desk.submit(transfer(bobAddress, 1n), { ...bound, price: 1_000_001n })).toMatchObject(
      refusal('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 5),
    );
    expect((await desk.run(transfer(bobAddress, 1n), bound)).success).toBe(true);
  });

  check('that runs out of gas pays the whole limit', async () => {
    const done = await desk.run(transfer(stranger, 1n), { maxGas: 1_000n });
    expect(done).toMatchObject({ success: false, vm_status: 'Out of gas', gas_used: '1000' });
    expect(typesOf(done)).toEqual(['0x1::transaction_fee::FeeStatement']);
    expect(await desk.engine.balance(stranger)).toBe(0n);
  });

  check('of more than there is aborts', async () => {
    const done = await desk.run(transfer(bobAddress, 10_001n * apt));
    expect(done.vm_status).toMatch(/^Move abort in 0x1::fungible_asset: EINSUFFICIENT_BALANCE\(0x10004\)/);
    expect(done.gas_used).toBe('63');
  });
});

describe('accounts', () => {
  check('the first transaction of an account without resource must pay for it', async () => {
    const low = await desk.submit(transfer(bobAddress, 1n), { signer: eve, maxGas: 5_209n });
    expect(low).toMatchObject(refusal('MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS', 14));
    const done = await desk.run(transfer(bobAddress, 1n), { signer: eve, maxGas: 5_210n });
    expect(done).toMatchObject({ success: true, gas_used: '5111' });
    const second = await desk.run(transfer(bobAddress, 1n), { signer: eve, maxGas: 63n });
    expect(second).toMatchObject({ success: true, gas_used: '63', sequence_number: '1' });
  });

  check('an orderless transaction creates no account', async () => {
    const done = await desk.run(transfer(bobAddress, 1n), { signer: eve, nonce: 7n, maxGas: 63n });
    expect(done).toMatchObject({
      success: true,
      gas_used: '63',
      sequence_number: '18446744073709551615',
      replay_protection_nonce: '7',
    });
    expect((await desk.get(`/accounts/${eveAddress}/resources`)).body).toEqual([]);
  });

  check('a single key signs for its own address, and no other key does', async () => {
    expect(await desk.run(transfer(bobAddress, 1n), { signer: singleKey })).toMatchObject({
      success: true,
      signature: { type: 'single_sender', public_key: { type: 'ed25519' } },
    });
    const stolen = await desk.submit(transfer(bobAddress, 1n), { sender: aliceAddress, signer: bob });
    expect(stolen).toMatchObject(refusal('INVALID_AUTH_KEY', 2));
  });

  check('a rotated key counts, the old one does not', async () => {
    desk.engine.rotate(aliceAddress, bobAddress);
    expect(await desk.submit(transfer(bobAddress, 1n))).toMatchObject(refusal('INVALID_AUTH_KEY', 2));
    expect(await desk.run(transfer(bobAddress, 1n), { sender: aliceAddress, signer: bob })).toMatchObject({
      success: true,
    });
  });

  check('that do not exist are a default, or a 404 by setting', async () => {
    expect((await desk.get(`/accounts/${stranger}`)).body).toEqual({
      sequence_number: '0',
      authentication_key: stranger,
    });
    desk.engine.setBehaviour({ absentAccounts: 'not_found' });
    const version = (await desk.get('')).body.ledger_version;
    expect(await desk.get(`/accounts/${stranger}`)).toMatchObject({
      status: 404,
      body: {
        message: `Account not found by Address(${stranger}) and Ledger version(${version})`,
        error_code: 'account_not_found',
        vm_error_code: null,
      },
    });
  });
});

describe('a node refuses', () => {
  const cases: readonly [string, () => Promise<Answer>, object][] = [
    ['another network', () => desk.submit(transfer(bobAddress, 1n), { chainId: 2 }), refusal('BAD_CHAIN_ID', 23)],
    [
      'what has expired',
      () => desk.submit(transfer(bobAddress, 1n), { expiresIn: 0 }),
      refusal('TRANSACTION_EXPIRED', 6),
    ],
    [
      'a limit below the floor',
      () => desk.submit(transfer(bobAddress, 1n), { maxGas: 27n }),
      refusal('MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS', 14),
    ],
    [
      'a limit above the maximum',
      () => desk.submit(transfer(bobAddress, 1n), { maxGas: 20_000_001n }),
      refusal('MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND', 13),
    ],
    [
      'a price below the floor',
      () => desk.submit(transfer(bobAddress, 1n), { price: 99n }),
      refusal('GAS_UNIT_PRICE_BELOW_MIN_BOUND', 15),
    ],
    [
      'a price above the maximum',
      () => desk.submit(transfer(bobAddress, 1n), { price: 10_000_000_001n, maxGas: 100n }),
      refusal('GAS_UNIT_PRICE_ABOVE_MAX_BOUND', 16),
    ],
    [
      'a bound that the balance does not cover',
      () => desk.submit(transfer(bobAddress, 1n), { maxGas: 20_000_000n, price: 50_001n }),
      refusal('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 5),
    ],
    [
      'a sequence number beyond 63 bits',
      () => desk.submit(transfer(bobAddress, 1n), { sequence: 2n ** 63n }),
      refusal('SEQUENCE_NUMBER_TOO_BIG', 24),
    ],
    [
      'an orderless transaction that lives too long',
      () => desk.submit(transfer(bobAddress, 1n), { nonce: 1n, expiresIn: 61 }),
      refusal('TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE', 44),
    ],
  ];
  it.each(cases)('%s', async (_, submit, expected) => {
    expect(await submit()).toMatchObject(expected);
    expect(desk.engine.sequenceNumber(aliceAddress)).toBe(0n);
  });

  it('a wrong signature', async () => {
    const bytes = desk.signed(transfer(bobAddress, 1n));
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
    expect(await desk.post('/transactions', bytes)).toMatchObject(refusal('INVALID_SIGNATURE', 1));
  });

  it('bytes that are no transaction, and bytes behind one', async () => {
    const longer = Uint8Array.from([...desk.signed(transfer(bobAddress, 1n)), 0]);
    for (const bytes of [Uint8Array.of(1, 2, 3), longer]) {
      const answer = await desk.post('/transactions', bytes);
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'invalid_input', vm_error_code: null } });
    }
  });

  check('a nonce that was used', async () => {
    await desk.run(transfer(bobAddress, 1n), { nonce: 5n });
    expect(await desk.submit(transfer(bobAddress, 2n), { nonce: 5n })).toMatchObject(refusal('NONCE_ALREADY_USED', 42));
  });

  check('a sequence number that was used, and the same bytes once they are on the chain', async () => {
    const bytes = desk.signed(transfer(bobAddress, 1n));
    expect(await desk.post('/transactions', bytes)).toMatchObject({ status: 202 });
    expect(await desk.post('/transactions', bytes)).toMatchObject(refusal('SEQUENCE_NUMBER_TOO_OLD', 3));
  });

  check('more than the mempool takes', async () => {
    desk.engine.setMempoolCapacity(0);
    const answer = await desk.submit(transfer(bobAddress, 1n));
    expect(answer).toMatchObject({ status: 507, body: { error_code: 'mempool_is_full', vm_error_code: null } });
  });
});

describe('the mempool', () => {
  check('takes the same bytes again while they wait', async () => {
    await desk.engine.setAutomine(false);
    const bytes = desk.signed(transfer(bobAddress, 1n));
    const [first, second] = [await desk.post('/transactions', bytes), await desk.post('/transactions', bytes)];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect((await desk.get(`/transactions/by_hash/${first.body.hash}`)).body.type).toBe('pending_transaction');
    await desk.engine.mine();
    expect((await desk.get(`/transactions/wait_by_hash/${first.body.hash}`)).body.type).toBe('user_transaction');
  });

  check('refuses another payload for a sequence number, and takes a higher price', async () => {
    await desk.engine.setAutomine(false);
    const first = await desk.submit(transfer(bobAddress, 1n));
    expect(await desk.submit(transfer(bobAddress, 2n))).toMatchObject({
      status: 400,
      body: {
        message: 'Transaction already in mempool with a different payload',
        error_code: 'invalid_transaction_update',
      },
    });
    const dearer = await desk.submit(transfer(bobAddress, 1n), { price: 101n });
    expect(dearer.status).toBe(202);
    expect((await desk.get(`/transactions/by_hash/${first.body.hash}`)).status).toBe(404);
    expect(await desk.submit(transfer(bobAddress, 1n))).toMatchObject({
      body: { message: 'Transaction already in mempool with a higher gas price' },
    });
  });

  check('lets a sequence number that is too new wait for those before it', async () => {
    const later = await desk.submit(transfer(bobAddress, 2n), { sequence: 1n });
    expect(later.status).toBe(202);
    expect((await desk.get(`/transactions/by_hash/${later.body.hash}`)).body.type).toBe('pending_transaction');
    await desk.run(transfer(bobAddress, 1n));
    expect((await desk.get(`/transactions/by_hash/${later.body.hash}`)).body).toMatchObject({ success: true });
  });

  check('takes a hundred transactions of an account', async () => {
    await desk.engine.setAutomine(false);
    for (let step = 0n; step < 100n; step++) {
      expect((await desk.submit(transfer(bobAddress, 1n), { sequence: step })).status).toBe(202);
    }
    expect(await desk.submit(transfer(bobAddress, 1n), { sequence: 100n })).toMatchObject({
      status: 507,
      body: { message: expect.stringContaining('Mempool over capacity for account'), error_code: 'mempool_is_full' },
    });
    await desk.engine.mine();
    expect(desk.engine.sequenceNumber(aliceAddress)).toBe(100n);
  });

  check('drops what has expired, and what has waited for ten minutes', async () => {
    await desk.engine.setAutomine(false);
    const soon = await desk.submit(transfer(bobAddress, 1n), { expiresIn: 60 });
    const late = await desk.submit(transfer(aliceAddress, 1n), { signer: bob, sequence: 3n, expiresIn: 10_000 });
    await desk.engine.advance(60);
    expect((await desk.get(`/transactions/by_hash/${soon.body.hash}`)).body).toMatchObject({
      message: `Transaction not found by Transaction hash(${soon.body.hash})`,
      error_code: 'transaction_not_found',
    });
    expect((await desk.get(`/transactions/by_hash/${late.body.hash}`)).status).toBe(200);
    await desk.engine.advance(600);
    expect((await desk.get(`/transactions/by_hash/${late.body.hash}`)).status).toBe(404);
  });
});

describe('a fee payer', () => {
  check('pays in place of the sender, who may leave its address open', async () => {
    for (const isPayerOpen of [false, true]) {
      const done = await desk.run(transfer(stranger, 10n), { payer: bob, isPayerOpen });
      expect(done).toMatchObject({ success: true, signature: { type: 'fee_payer_signature' } });
    }
    expect(await desk.engine.balance(aliceAddress)).toBe(10_000n * apt - 20n);
    expect(await desk.engine.balance(bobAddress)).toBe(10_000n * apt - (5_387n + 63n) * 100n);
  });

  check('must be able to pay the whole bound', async () => {
    const poor = await desk.submit(transfer(stranger, 1n), { payer: eve, maxGas: 20_000_000n, price: 50_001n });
    expect(poor).toMatchObject(refusal('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 5));
  });
});

describe('a simulation', () => {
  it('refuses a valid signature', async () => {
    const answer = await desk.post('/transactions/simulate', desk.signed(transfer(bobAddress, 1n)));
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: 'Simulated transactions must not have a valid signature',
        error_code: 'invalid_input',
        vm_error_code: null,
      },
    });
  });

  it('keeps nothing, and tells gas, events and changes', async () => {
    const answer = await desk.simulate(transfer(bobAddress, 7n));
    expect(answer).toMatchObject({ success: true, gas_used: '63', vm_status: 'Executed successfully' });
    expect(typesOf(answer)).toContain('0x1::transaction_fee::FeeStatement');
    expect(answer.changes.length).toBeGreaterThan(2);
    expect(await desk.engine.balance(bobAddress)).toBe(10_000n * apt);
  });

  it('needs no key, but does not take another one', async () => {
    expect(await desk.simulate(transfer(bobAddress, 7n), { withoutKey: true })).toMatchObject({ success: true });
    const wrong = await desk.simulate(transfer(bobAddress, 7n), { sender: aliceAddress, signer: bob });
    expect(wrong).toMatchObject({ success: false, vm_status: 'INVALID_AUTH_KEY', gas_used: '0' });
  });

  it('says what the prologue would refuse', async () => {
    expect((await desk.simulate(transfer(bobAddress, 7n), { sequence: 1n })).vm_status).toBe('SEQUENCE_NUMBER_TOO_NEW');
    expect((await desk.simulate(transfer(bobAddress, 7n), { maxGas: 27n })).vm_status).toBe(
      'MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS',
    );
  });

  it('estimates the limit by the balance, and the price', async () => {
    const query = '?estimate_max_gas_amount=true&estimate_gas_unit_price=true';
    const answer = await desk.simulate(transfer(bobAddress, 7n), { maxGas: 1n, price: 1n, query });
    expect(answer).toMatchObject({ success: true, max_gas_amount: '20000000', gas_unit_price: '100', gas_used: '63' });
    const dear = await desk.simulate(transfer(bobAddress, 7n), {
      query: '?estimate_max_gas_amount=true&estimate_prioritized_gas_unit_price=true',
    });
    expect(dear.gas_unit_price).toBe('150');
  });
});

describe('calls that no virtual machine runs', () => {
  check('are committed as failures, and pay', async () => {
    const run = async (name: string, args: readonly bigint[] = [], types: readonly string[] = []) =>
      (await desk.run({ function: name, args, types })).vm_status;
    expect(await run('0x1::coin::register', [], ['0x1::aptos_coin::AptosCoin'])).toBe(
      'EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION',
    );
    expect(await run('0x1::aptos_account::nothing')).toBe('FUNCTION_RESOLUTION_FAILURE');
    expect(await run(`0x${'be'.repeat(32)}::shop::buy`, [1n])).toBe('LINKER_ERROR');
    expect(await run('0x1::aptos_account::transfer', [1n, 2n])).toBe('FAILED_TO_DESERIALIZE_ARGUMENT');
    expect(await run('0x1::aptos_account::transfer', [1n])).toBe('NUMBER_OF_ARGUMENTS_MISMATCH');
    expect(await run('0x1::managed_coin::register', [], [`0x${'be'.repeat(32)}::coin::Coin`])).toBe('LINKER_ERROR');
    const empty = new TransactionInnerPayloadV1(new TransactionExecutableEmpty(), new TransactionExtraConfigV1());
    expect(await desk.submit(transfer(bobAddress, 1n), { payload: empty })).toMatchObject(
      refusal('EMPTY_PAYLOAD_PROVIDED', 43),
    );
    expect(desk.engine.sequenceNumber(aliceAddress)).toBe(6n);
    expect(await desk.engine.balance(aliceAddress)).toBeLessThan(10_000n * apt);
  });
});

it('signs with the key of the account', () => {
  expect(alice.accountAddress.toString()).toBe(aliceAddress);
});
