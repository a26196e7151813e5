import { shortAddress } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import {
  blockOf,
  coinStore,
  deposit,
  entry,
  event,
  feeStatement,
  handleEvent,
  type Json,
  made,
  madeTransfer,
  nodeWith,
  store,
  waiting,
  withdraw,
} from '../../test/made-transactions.ts';
import { connectTo, dies, now, recipient, refusal, sender } from '../../test/scripted-node.ts';
import type { Address } from '../address/address.ts';
import { pairedMetadata, primaryStore } from '../address/derived.ts';
import { aptMetadata } from '../address/token-id.ts';
import { readStructTag, type StructTag } from '../move/type-tag.ts';

const storeOf = (owner: string, metadata: string = aptMetadata) => primaryStore(owner as Address, metadata as Address);
const [mine, theirs] = [storeOf(sender), storeOf(recipient)];
const asset = `0x${'ca'.repeat(32)}`;
const coin = `0x${'c0'.repeat(32)}::gold::Gold`;

const of = (address: string, amount: bigint | number, ticker = 'APT', tokenId?: string) => ({
  ...{ address, amount: String(amount), ticker },
  ...(tokenId === undefined ? {} : { tokenId }),
});

async function read(transaction: Json, nodes: Json = nodeWith(transaction), options: Json = {}) {
  const rig = connectTo(nodes, options);
  const { transaction: record } = await rig.chain.transaction(transaction.hash, { onTrace: rig.onTrace });
  return { ...rig, parsed: record.parsed as Json };
}

const readParsed = async (more: Json) => (await read(made(more))).parsed as Json;

describe('the endpoint that is believed', () => {
  it('shows the transaction that was asked for. Its id proves what was signed', async () => {
    const transaction = madeTransfer();
    const changed = { ...transaction, payload: entry('0x1::aptos_account::transfer', [recipient, '1']) };
    const { parsed, attempts } = await read(transaction, [nodeWith(changed), nodeWith(transaction)]);
    expect(parsed).toMatchObject({ mode: 'transfer', state: 'confirmed' });
    expect(attempts()).toContain('it answers with a transaction that has another id');
  });

  it('does not show another one', async () => {
    const transaction = made();
    const other = { ...nodeWith(), known: { [transaction.hash]: made({ version: '1001' }) } };
    const { attempts, parsed } = await read(transaction, [other, nodeWith(transaction)]);
    expect(parsed.id).toBe(transaction.hash);
    expect(attempts()).toContain('it answers with another transaction');
  });

  it('is another one, if the first keeps no history as old as that, or does not know it yet', async () => {
    const transaction = made();
    const path = `/transactions/by_hash/${transaction.hash}`;
    const pruned = { own: { [path]: refusal(410, 'version_pruned', 'Ledger version(1000) has been pruned') } };
    expect((await read(transaction, [pruned, nodeWith(transaction)])).parsed.id).toBe(transaction.hash);
    const unaware = await read(transaction, [{}, nodeWith(transaction)]);
    expect(unaware.parsed.id).toBe(transaction.hash);
    await expect(read(transaction, [{}, {}])).rejects.toMatchObject({ code: 'transaction.notFound' });
    await expect(read(transaction, [{ own: { [path]: dies } }])).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });

  it('tells the block of the transaction, and of no other', async () => {
    const transaction = made();
    const own = { [`/blocks/by_version/${transaction.version}`]: { ...blockOf({ version: '7' }) } };
    const { parsed } = await read(transaction, { ...nodeWith(transaction), own });
    expect([parsed.state, parsed.blockHeight, parsed.confirmations]).toEqual(['confirmed', undefined, undefined]);
  });
});

describe('a transaction that waits', () => {
  const transaction = waiting(madeTransfer());
  const expiresMs = Number(transaction.expiration_timestamp_secs) * 1_000;
  const parties = { senders: [of(sender, 100_000_000)], recipients: [of(recipient, 100_000_000)] };
  const at = (latestAt: number, clock: number, headers: Json = {}) =>
    read(transaction, { ...nodeWith(transaction), latestAt, headers }, { now: () => clock, oldestBlockMs: 0 });

  it('is shown as what it is to do', async () => {
    const { parsed } = await at(now, now);
    expect(parsed).toEqual({ id: transaction.hash, mode: 'transfer', state: 'pending', nonce: '5', ...parties });
  });

  it('has failed as soon as no block can take it', async () => {
    expect((await at(expiresMs - 1, expiresMs - 1)).parsed.state).toBe('pending');
    const { parsed } = await at(expiresMs, expiresMs);
    expect(parsed).toEqual({
      ...{ id: transaction.hash, mode: 'transfer', state: 'failed', nonce: '5' },
      senders: [of(sender, 0)],
    });
  });

  it('has not failed if only the node or only we think so', async () => {
    expect((await at(expiresMs + 60_000, now)).parsed.state).toBe('pending');
    expect((await at(now, expiresMs + 60_000)).parsed.state).toBe('pending');
    const silentNode = await at(now, expiresMs + 60_000, { 'x-aptos-ledger-timestampusec': undefined });
    expect(silentNode.parsed.state).toBe('pending');
  });
});

describe('what moved', () => {
  it('has no fee in it, whether or not the fee is an event', async () => {
    const events = [withdraw(mine, 6_000n), deposit(theirs, 6_000n)];
    const payload = entry('0x1::aptos_account::transfer', [recipient, '6000']);
    const expected = { senders: [of(sender, 6_000)], recipients: [of(recipient, 6_000)], fees: { amount: '6000' } };
    for (const charge of [[withdraw(mine, 6_000n)], []])
      expect(await readParsed({ payload, events: [...events, ...charge, feeStatement()] })).toMatchObject(expected);
  });

  it('has no fee in it that is smaller by a refund, or was partly paid in coins', async () => {
    const events = [withdraw(mine, 9n), deposit(theirs, 9n)];
    const payload = entry('0x1::aptos_account::transfer', [recipient, '9']);
    const parsed = await readParsed({ payload, events: [...events, withdraw(mine, 5_000n), feeStatement(1_000n)] });
    expect(parsed).toMatchObject({ senders: [of(sender, 9)], fees: { amount: '5000', ticker: 'APT' } });
    const partly = { payload, events: [...events, withdraw(mine, 70n), feeStatement()] };
    const changes = [coinStore(sender, '0x1::aptos_coin::AptosCoin')];
    expect(await readParsed({ ...partly, changes })).toMatchObject({
      senders: [of(sender, 9)],
      fees: { amount: '6000' },
    });
    // Nothing was paid in coins: the payment is one of the call.
    expect(await readParsed(partly)).toMatchObject({ senders: [of(sender, 79)] });
  });

  it('has the part of a refund that is above the fee', async () => {
    for (const event of [[deposit(mine, 4_000n)], []]) {
      const parsed = await readParsed({ events: [...event, feeStatement(10_000n)] });
      expect(parsed).toMatchObject({ fees: { amount: '0', ticker: 'APT' }, recipients: [of(sender, 4_000)] });
    }
  });

  it('has a withdrawal that is no fee: of another store, or not at the end', async () => {
    const parsed = await readParsed({ events: [withdraw(theirs, 60n), feeStatement()] });
    expect(parsed.senders).toBeUndefined();
    const changes = store(theirs, recipient, '0xa');
    expect((await readParsed({ changes, events: [withdraw(theirs, 60n), feeStatement()] })).senders).toEqual([
      of(recipient, 60),
    ]);
    const early = [withdraw(mine, 60n), deposit(theirs, 60n), feeStatement()];
    expect((await readParsed({ changes, events: early })).senders).toEqual([of(sender, 60)]);
  });

  it('is told of stores that are gone', async () => {
    const gone = `0x${'57'.repeat(32)}`;
    const events = [
      withdraw(gone, 5n),
      event('0x1::fungible_asset::FungibleStoreDeletion', { metadata: asset, owner: sender, store: gone }),
      handleEvent('0x1::coin::WithdrawEvent', recipient, 9, { amount: '7' }),
      event('0x1::coin::CoinStoreDeletion', {
        coin_type: coin,
        deleted_deposit_event_handle_creation_number: '8',
        deleted_withdraw_event_handle_creation_number: '9',
        event_handle_creation_address: recipient,
      }),
      feeStatement(),
    ];
    expect((await readParsed({ events })).senders).toEqual([
      // It is no primary store, so it counts for itself.
      of(gone, 5, shortAddress(asset), asset),
      of(recipient, 7, '0xc0..c0c0::gold::Gold', coin),
    ]);
  });

  it('has a payment right behind the deletion of a coin store', async () => {
    const changes = [...store(mine, sender, '0xa'), ...store(theirs, recipient, '0xa')];
    const deletion = event('0x1::coin::CoinStoreDeletion', {
      coin_type: '0x1::aptos_coin::AptosCoin',
      deleted_deposit_event_handle_creation_number: '2',
      deleted_withdraw_event_handle_creation_number: '3',
      event_handle_creation_address: recipient,
    });
    const events = [withdraw(mine, 9n), deletion, deposit(theirs, 9n), feeStatement()];
    expect((await readParsed({ changes, events })).recipients).toEqual([of(recipient, 9)]);
  });

  it('is told once of a coin, although old events and new ones tell it', async () => {
    const old = [
      handleEvent('0x1::coin::WithdrawEvent', sender, 3, { amount: '7' }),
      handleEvent('0x1::coin::DepositEvent', recipient, 2, { amount: '7' }),
    ];
    const both = [
      event('0x1::coin::CoinWithdraw', { coin_type: coin, account: sender, amount: '7' }),
      event('0x1::coin::CoinDeposit', { coin_type: coin, account: recipient, amount: '7' }),
    ];
    const changes = [coinStore(sender, coin), coinStore(recipient, coin)];
    const payload = entry('0x1::coin::transfer', [recipient, '7'], [coin]);
    for (const events of [old, both, [...old, ...both]]) {
      const parsed = await readParsed({ payload, changes, events: [...events, feeStatement()] });
      expect(parsed).toMatchObject({ mode: 'transferToken', tokenId: coin });
      expect([parsed.senders[0].amount, parsed.recipients[0].amount]).toEqual(['7', '7']);
    }
  });

  it('is told once of an asset, although old events and new ones tell it', async () => {
    const changes = [...store(mine, sender, asset), ...store(theirs, recipient, asset)];
    const old = [
      handleEvent('0x1::fungible_asset::WithdrawEvent', mine, 1, { amount: '7' }),
      handleEvent('0x1::fungible_asset::DepositEvent', theirs, 0, { amount: '7' }),
    ];
    for (const events of [old, [...old, withdraw(mine, 7n), deposit(theirs, 7n)]]) {
      const parsed = await readParsed({ changes, events: [...events, feeStatement()] });
      expect([parsed.senders[0].amount, parsed.recipients[0].amount]).toEqual(['7', '7']);
    }
  });

  it('is one token, although it leaves as coin and arrives as the asset in its place', async () => {
    const paired = pairedMetadata(readStructTag(coin) as StructTag);
    const at = `0x${'58'.repeat(32)}`;
    const parsed = await readParsed({
      changes: store(at, recipient, paired),
      events: [
        event('0x1::coin::CoinWithdraw', { coin_type: coin, account: sender, amount: '7' }),
        deposit(at, 7n),
        feeStatement(),
      ],
    });
    expect(parsed.senders[0].ticker).toBe(parsed.recipients[0].ticker);
  });

  it('is shown without what moved nothing: anybody can make that', async () => {
    const changes = [...store(mine, sender, '0xa'), ...store(theirs, recipient, '0xa')];
    const parsed = await readParsed({ changes, events: [withdraw(theirs, 0n), deposit(mine, 0n), feeStatement()] });
    expect([parsed.senders, parsed.recipients]).toEqual([undefined, undefined]);
  });

  it('has the names of the operator, whether a token goes as coin or as the asset in its place', async () => {
    const paired = pairedMetadata(readStructTag(coin) as StructTag);
    const [from, to] = [storeOf(sender, paired), storeOf(recipient, paired)];
    const metadata = '0x1::fungible_asset::Metadata';
    const transaction = made({
      payload: entry('0x1::primary_fungible_store::transfer', [{ inner: paired }, recipient, '7'], [metadata]),
      changes: [...store(from, sender, paired), ...store(to, recipient, paired)],
      events: [withdraw(from, 7n), deposit(to, 7n), feeStatement()],
    });
    const unnamed = await read(transaction);
    expect(unnamed.parsed).toMatchObject({ tokenId: paired, senders: [of(sender, 7, shortAddress(paired), paired)] });
    const tokens = [{ id: coin, name: 'Gold', ticker: 'GOLD', decimals: 6 }];
    const { parsed } = await read(transaction, nodeWith(transaction), { tokens });
    expect(parsed).toMatchObject({ mode: 'transferToken', tokenId: coin, senders: [of(sender, 7, 'GOLD', coin)] });
  });

  const silver = `0x${'c0'.repeat(32)}::silver::Silver`;
  const twoCoins = {
    changes: [coinStore(sender, coin), coinStore(sender, silver)],
    events: [coin, silver].map((type) =>
      event('0x1::coin::CoinDeposit', { coin_type: type, account: sender, amount: '7' }),
    ),
  };
  const info = (type: string) => `${type.split('::')[0]}/0x1::coin::CoinInfo<${type}>`;
  const called = (symbol: string) => ({ name: 'Some coin', symbol, decimals: 6 });
  const readCoins = async (resources: Json) => {
    const transaction = made(twoCoins);
    const { parsed, ...rig } = await read(transaction, { ...nodeWith(transaction), resources });
    return { recipients: parsed.recipients, roundTrips: rig.roundTrips() };
  };

  it('tells two coins of one account apart', async () => {
    const { recipients } = await readCoins({});
    expect(recipients).toEqual([
      of(sender, 7, '0xc0..c0c0::gold::Gold', coin),
      of(sender, 7, '0xc0..c0c0::silver::Silver', silver),
    ]);
  });

  it('has the tickers that the chain tells, in the round of the block', async () => {
    const { recipients, roundTrips } = await readCoins({ [info(coin)]: called('GLD'), [info(silver)]: called('GLD') });
    expect(recipients).toEqual([of(sender, 7, 'GLD', coin), of(sender, 7, 'GLD', silver)]);
    expect(roundTrips).toBe(2);
  });

  it.each(['APT', 'apt', 'USDC', 'U5DC', '\u0410PT', ''])(
    'has a part of the id of a coin that calls itself %j',
    async (symbol) => {
      const { recipients } = await readCoins({ [info(coin)]: { ...called(symbol), name: '' } });
      expect(recipients[0]).toEqual(of(sender, 7, '0xc0..c0c0::gold::Gold', coin));
    },
  );
});

describe('who pays', () => {
  const payer = `0x${'fe'.repeat(32)}`;
  const signature = { type: 'fee_payer_signature', sender: {}, fee_payer_address: payer, fee_payer_signer: {} };

  it('is named where it is not the first sender', async () => {
    const transfer = {
      payload: entry('0x1::aptos_account::transfer', [recipient, '9']),
      events: [withdraw(mine, 9n), deposit(theirs, 9n), withdraw(storeOf(payer), 6_000n), feeStatement()],
    };
    const parsed = await readParsed({ ...transfer, signature });
    expect(parsed).toMatchObject({ senders: [of(sender, 9)], fees: { amount: '6000', ticker: 'APT', payer } });
    const failed = await readParsed({ signature, success: false });
    expect([failed.senders, failed.fees]).toEqual([undefined, { amount: '6000', ticker: 'APT', payer }]);
  });
});

describe('who may spend', () => {
  const key = `0x${'be'.repeat(32)}`;
  const changes = async (more: Json) =>
    ((await readParsed(more)).warnings ?? []).map(({ code, context }: Json) => [code, context.account, context.by]);
  const told = (account: string, by: string) => [['transaction.changesControl', account, by]];
  const rotation = { old_authentication_key: sender, new_authentication_key: key };

  it.each<[string, Json]>([
    ['an event', event('0x1::account::KeyRotation', { account: sender, ...rotation })],
    ['an event of a handle', handleEvent('0x1::account::KeyRotationEvent', sender, 1, rotation)],
  ])('is told where %s says that the key is another one', async (_, own) => {
    expect(await changes({ events: [own, feeStatement()] })).toEqual(told(sender, key));
    const both = [own, event('0x1::account::KeyRotation', { account: sender, ...rotation })];
    expect(await changes({ events: [...both, feeStatement()] })).toEqual(told(sender, key));
    expect(await changes({ events: [own, feeStatement()], success: false })).toEqual([]);
  });

  it('is told of a call that has no event', async () => {
    const payload = entry('0x1::account::rotate_authentication_key_call', [key]);
    const account = { authentication_key: key, sequence_number: '6' };
    const written = {
      ...{ type: 'write_resource', address: sender, state_key_hash: '0x' },
      data: { type: '0x1::account::Account', data: account },
    };
    expect(await changes({ payload, changes: [written] })).toEqual(told(sender, key));
  });

  it.each(['offer_signer_capability', 'offer_rotation_capability'])('is told of %s', async (name) => {
    const payload = entry(`0x1::account::${name}`, ['0x1234', 0, `0x${'11'.repeat(32)}`, recipient]);
    expect(await changes({ payload })).toEqual(told(sender, recipient));
  });

  it('is told of new owners of a multisig account', async () => {
    const multisig = `0x${'77'.repeat(32)}`;
    const data = { multisig_account: multisig, owners_added: [recipient] };
    const events = [event('0x1::multisig_account::AddOwners', data), feeStatement()];
    expect(await changes({ events })).toEqual(told(multisig, recipient));
  });
});

describe('what a node tells in another form', () => {
  const left = (part: string) => [
    expect.objectContaining({ code: 'transaction.incomplete', context: { parts: part } }),
  ];
  const payload = entry('0x1::aptos_account::transfer', [recipient, '5']);
  const events = [withdraw(mine, 5n), deposit(theirs, 5n), feeStatement()];

  it.each<[string, Json]>([
    ['null', null],
    ['without a type', { data: {} }],
    ['a deposit without its store', event('0x1::fungible_asset::Deposit', { amount: '5' })],
    ['a deposit of an amount that is none', event('0x1::fungible_asset::Deposit', { store: theirs, amount: '-5' })],
    ['a deposit into a store that nothing tells of', deposit(`0x${'59'.repeat(32)}`, 5n)],
    [
      'a deposit of a coin that is none',
      event('0x1::coin::CoinDeposit', { coin_type: 5, account: sender, amount: '5' }),
    ],
  ])('is left out of the events: %s', async (_, odd) => {
    const parsed = await readParsed({ payload, events: [odd, ...events] });
    expect(parsed).toMatchObject({
      ...{ mode: 'transfer', state: 'confirmed', fees: { amount: '6000' } },
      ...{ senders: [of(sender, 5)], recipients: [of(recipient, 5)], warnings: left('a token transfer') },
    });
  });

  it('is no movement, if it goes in and out again', async () => {
    const passing = `0x${'59'.repeat(32)}`;
    const parsed = await readParsed({ payload, events: [deposit(passing, 5n), withdraw(passing, 5n), ...events] });
    expect(parsed.warnings).toBeUndefined();
  });

  it.each<[string, Json]>([
    ['a sender', { sender: 'me' }],
    ['a price', { gas_unit_price: null }],
    ['gas', { gas_used: 'x' }],
  ])('leaves the place of a transaction: %s', async (_, changed) => {
    const parsed = await readParsed({ payload, events, ...changed });
    expect(parsed).toMatchObject({
      mode: 'unknown',
      state: 'confirmed',
      blockHeight: '500',
      warnings: left('what it does'),
    });
    expect([parsed.senders, parsed.recipients, parsed.fees]).toEqual([undefined, undefined, undefined]);
  });

  it('leaves out changes and times', async () => {
    const parsed = await readParsed({ payload, events, timestamp: 'x', changes: 5 });
    expect([parsed.mode, parsed.timestamp, parsed.senders]).toEqual(['transfer', undefined, [of(sender, 5)]]);
  });
});

describe('a transaction of the chain itself', () => {
  it('shows the coins that it pays out', async () => {
    const {
      sender: _,
      signature,
      payload,
      ...own
    } = made({
      type: 'block_metadata_transaction',
      changes: store(theirs, recipient, '0xa'),
      events: [deposit(theirs, 5n)],
    });
    const { parsed } = await read(own);
    expect(parsed).toMatchObject({ mode: 'unknown', state: 'confirmed', recipients: [of(recipient, 5)] });
    expect([parsed.senders, parsed.fees]).toEqual([undefined, undefined]);
  });
});

describe('the mode', () => {
  const moved = {
    changes: [...store(mine, sender, '0xa'), ...store(theirs, recipient, '0xa')],
    events: [withdraw(mine, 5n), deposit(theirs, 5n), feeStatement()],
  };
  const legs = { senders: [of(sender, 5)], recipients: [of(recipient, 5)] };
  /** As nodes write it (aptos-labs/aptos-core pull request 18951; aptos-labs/aptos-ts-sdk, types.ts: TransactionPayload_EncryptedTransactionPayload). */
  const encrypted = (state: Json) => ({
    ...{ type: 'encrypted_transaction_payload', payload_hash: `0x${'12'.repeat(32)}`, ciphertext: '0x1234' },
    ...{ encryption_epoch: '7', ...state },
  });
  const decrypted = (decrypted_payload: Json) =>
    encrypted({ encrypted_state: 'decrypted', decrypted_payload, decryption_nonce: `0x${'34'.repeat(16)}` });

  it.each([
    ['a script', { type: 'script_payload', code: { bytecode: '0x' }, type_arguments: [], arguments: [] }],
    [
      'a call of a multisig account',
      {
        type: 'multisig_payload',
        multisig_address: '0x5',
        transaction_payload: entry('0x1::aptos_account::transfer', [recipient, '5']),
      },
    ],
    ['another module of the same name', entry('0x2::aptos_account::transfer', [recipient, '5'])],
    ['arguments that do not fit', entry('0x1::aptos_account::transfer', ['0x50', '0x05'])],
    // aptos-labs/explorer, pull request 1688: both states of a local network.
    ['a payload that is encrypted still', encrypted({ encrypted_state: 'encrypted' })],
    ['a payload that could not be decrypted', encrypted({ encrypted_state: 'failed_decryption' })],
    ['a decrypted script', decrypted({ type: 'script_payload', code: { bytecode: '0x' } })],
    ['a decrypted call that is not known', decrypted(entry('0x7::market::swap'))],
  ])('of %s is unknown, and what it moved is shown', async (_, payload) => {
    expect(await readParsed({ ...moved, payload })).toMatchObject({ mode: 'unknown', ...legs });
  });

  it.each([
    ['0x1::aptos_account::transfer', [recipient, '5'], [], 'transfer'],
    ['0x1::coin::transfer', [recipient, '5'], ['0x1::aptos_coin::AptosCoin'], 'transfer'],
    ['0x1::managed_coin::register', [], [coin], 'enableToken'],
  ])('of a decrypted %s is that of the call, whose id cannot be proven', async (name, values, types, mode) => {
    const payload = decrypted(entry(name, values, types));
    expect(await readParsed({ ...moved, payload })).toMatchObject({ mode, senders: legs.senders });
  });

  it('of several signers is that of the call', async () => {
    const signature = { type: 'multi_agent_signature', sender: {}, secondary_signer_addresses: ['0x5'] };
    const payload = entry('0x7::market::swap');
    expect(await readParsed({ ...moved, payload, signature })).toMatchObject({ mode: 'unknown', ...legs });
  });

  it.each([
    ['0x1::aptos_account::transfer', [recipient, '5'], []],
    ['0x1::aptos_account::transfer_coins', [recipient, '5'], ['0x1::aptos_coin::AptosCoin']],
    ['0x1::coin::transfer', [recipient, '5'], ['0x1::aptos_coin::AptosCoin']],
    ['0x1::aptos_account::transfer_fungible_assets', [{ inner: '0xa' }, recipient, '5'], []],
    ['0x1::primary_fungible_store::transfer', ['0xa', recipient, '5'], ['0x1::fungible_asset::Metadata']],
  ])('of %s with APT is transfer', async (name, values, types) => {
    const parsed = await readParsed({ ...moved, payload: entry(name, values, types) });
    expect(parsed).toMatchObject({ mode: 'transfer', ...legs });
    expect(parsed.tokenId).toBeUndefined();
  });

  it('of a failed call is that of its payload, and nothing moved', async () => {
    const payload = entry('0x1::aptos_account::transfer_coins', [recipient, '5'], [coin]);
    const parsed = await readParsed({ payload, success: false, vm_status: 'Out of gas' });
    expect(parsed).toMatchObject({ mode: 'transferToken', tokenId: coin, state: 'failed', senders: [of(sender, 0)] });
    expect([parsed.recipients, parsed.fees]).toEqual([undefined, { amount: '6000', ticker: 'APT' }]);
  });

  const pool = `0x00${'d0'.repeat(31)}`;
  it.each([
    ['add_stake', 'AddStake', 'amount_added', 'stake', 'target'],
    ['reactivate_stake', 'ReactivateStake', 'amount_reactivated', 'stake', 'target'],
    ['unlock', 'UnlockStake', 'amount_unlocked', 'unstake', 'source'],
    ['withdraw', 'WithdrawStake', 'amount_withdrawn', 'withdraw', 'source'],
  ])('of %s, with what the pool did, told once', async (name, type, member, mode, side) => {
    const short = `0x${'d0'.repeat(31)}`;
    const data = { delegator_address: sender, pool_address: short, [member]: '1000000001', add_stake_fee: '3' };
    const own = event(`0x1::delegation_pool::${type}`, data);
    const old = handleEvent(`0x1::delegation_pool::${type}Event`, pool, 18, data);
    const foreign = event(`0x1::delegation_pool::${type}`, { ...data, delegator_address: recipient });
    for (const events of [[own], [old], [old, own, foreign]]) {
      const parsed = await readParsed({
        payload: entry(`0x1::delegation_pool::${name}`, [short, '5']),
        events: [...events, feeStatement()],
      });
      expect(parsed).toMatchObject({ mode, validators: { [side]: of(pool, 1_000_000_001) } });
    }
  });
});

describe('the number of a transaction', () => {
  it('is the nonce of an orderless one', async () => {
    const orderless = { sequence_number: '18446744073709551615', replay_protection_nonce: '77' };
    expect((await readParsed(orderless)).nonce).toBe('77');
    expect((await readParsed({})).nonce).toBe('5');
  });
});

it('takes two rounds, and shows what the node said', async () => {
  const transaction = madeTransfer();
  const { chain, onTrace, roundTrips } = connectTo(nodeWith(transaction));
  await chain.transaction(transaction.hash);
  const { transaction: record } = await chain.transaction(transaction.hash, { include: ['raw'], onTrace });
  expect([record.raw, roundTrips()]).toEqual([transaction, 2]);
});
