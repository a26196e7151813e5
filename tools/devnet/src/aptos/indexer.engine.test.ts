import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk, keyring, transfer } from '../../test/aptos-desk.ts';
import { aptosAccounts } from './accounts.ts';
import { storeAddress, toAddress } from './address.ts';
import { startAptos } from './aptos.ts';
import type { AptosEngine } from './engine.ts';

let engine: AptosEngine;
let desk: Desk;
const [alice, bob] = aptosAccounts.map(({ address }) => address) as [string, string];
const stranger = `0x${'ab'.repeat(32)}`;
const apt = 100_000_000n;

beforeAll(async () => {
  engine = await startAptos();
  desk = new Desk(engine);
});
afterAll(() => engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => engine.rehearse(run));
}

const rows = async (query: string, variables: object = {}) => {
  const { status, body } = await desk.graphql(query, variables);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
};

describe('balances', () => {
  it('are listed with their metadata, a coin and its paired asset in one row', async () => {
    const { current_fungible_asset_balances: found } = await rows(
      `query balances($owner: String!) {
        current_fungible_asset_balances(where: { owner_address: { _eq: $owner }, amount: { _gt: "0" } }, limit: 100, order_by: { asset_type: asc }) {
          asset_type asset_type_v1 asset_type_v2 amount amount_v1 amount_v2 is_frozen is_primary token_standard storage_id
          metadata { name symbol decimals icon_uri }
        }
      }`,
      { owner: alice },
    );
    const bySymbol = new Map(found.map((row: { metadata: { symbol: string } }) => [row.metadata.symbol, row]));
    expect([...bySymbol.keys()].toSorted()).toEqual(['APT', 'DEMO', 'KEEP', 'MIG', 'PIC', 'PLAIN', 'USDC', 'USDt']);
    expect(bySymbol.get('MIG')).toMatchObject({
      asset_type: engine.tokenIds.migratedCoin,
      asset_type_v2: engine.tokenIds.pairedAsset,
      amount: 1_000_000_000,
      amount_v1: 600_000_000,
      amount_v2: 400_000_000,
      token_standard: 'v1',
    });
    expect(bySymbol.get('APT')).toMatchObject({
      asset_type: toAddress('0xa'),
      token_standard: 'v2',
      amount: 1_000_000_000_000,
      storage_id: storeAddress(toAddress(alice), toAddress('0xa')),
      metadata: { name: 'Aptos Coin', decimals: 8 },
    });
  });

  check('have integers of full length', async () => {
    await engine.fund(stranger, 2n ** 63n + 1n, engine.tokenIds.demo);
    const query = `{ current_fungible_asset_balances(where: { owner_address: { _eq: "${stranger}" } }) { amount } }`;
    const response = await fetch(engine.indexerUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await response.text()).toContain('"amount":9223372036854775809');
  });

  it('have metadata by their types', async () => {
    const { fungible_asset_metadata: found } = await rows(
      'query($ids: [String!]) { fungible_asset_metadata(where: { asset_type: { _in: $ids } }) { symbol maximum_v2 supply_v2 token_standard } }',
      { ids: [engine.tokenIds.nft, engine.tokenIds.plainCoin] },
    );
    expect(found).toEqual([
      { symbol: 'PLAIN', maximum_v2: null, supply_v2: null, token_standard: 'v1' },
      { symbol: 'PIC', maximum_v2: 1, supply_v2: 1, token_standard: 'v2' },
    ]);
  });
});

describe('activities', () => {
  const activities = `query($owner: String!, $before: bigint) {
    fungible_asset_activities(
      where: { owner_address: { _eq: $owner }, transaction_version: { _lt: $before } }
      order_by: [{ transaction_version: desc }, { event_index: asc }]
    ) {
      transaction_version event_index type amount asset_type is_gas_fee is_transaction_success entry_function_id_str
      transaction_timestamp block_height gas_fee_payer_address storage_refund_amount
    }
  }`;

  check('are those of the events, with the charge of the gas before them', async () => {
    const done = await desk.run(transfer(bob, 5n * apt));
    const { fungible_asset_activities: sent } = await rows(activities, { owner: alice });
    expect(sent).toMatchObject([
      {
        event_index: -1,
        type: '0x1::aptos_coin::GasFeeEvent',
        amount: 6_300,
        asset_type: '0x1::aptos_coin::AptosCoin',
        is_gas_fee: true,
      },
      { event_index: 0, type: '0x1::fungible_asset::Withdraw', amount: 500_000_000, asset_type: toAddress('0xa') },
    ]);
    const { fungible_asset_activities: received } = await rows(activities, { owner: bob });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      transaction_version: Number(done.version),
      type: '0x1::fungible_asset::Deposit',
      is_gas_fee: false,
      is_transaction_success: true,
      entry_function_id_str: '0x1::aptos_account::transfer',
      gas_fee_payer_address: null,
      transaction_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
    });
    // The page before the first row is empty.
    expect(await rows(activities, { owner: bob, before: done.version })).toEqual({ fungible_asset_activities: [] });
  });

  check('of a failure are the gas alone, and that of a fee payer is the payer', async () => {
    const [, payer] = keyring;
    await desk.run(transfer(bob, 10_001n * apt), payer && { payer });
    expect((await rows(activities, { owner: alice })).fungible_asset_activities).toEqual([]);
    expect((await rows(activities, { owner: bob })).fungible_asset_activities).toMatchObject([
      { is_gas_fee: true, is_transaction_success: false, gas_fee_payer_address: bob },
    ]);
  });

  check('are found by accounts, incoming ones too', async () => {
    const done = await desk.run(transfer(stranger, 7n));
    const query = `query($a: String!) {
      account_transactions(where: { account_address: { _eq: $a } }, order_by: { transaction_version: desc }, limit: 5, offset: 0) {
        transaction_version
        fungible_asset_activities { type amount }
        user_transaction { sender sequence_number }
      }
    }`;
    expect((await rows(query, { a: stranger })).account_transactions).toEqual([
      {
        transaction_version: Number(done.version),
        fungible_asset_activities: [{ type: '0x1::fungible_asset::Deposit', amount: 7 }],
        user_transaction: { sender: alice, sequence_number: 0 },
      },
    ]);
  });
});

describe('staking', () => {
  check('has pools, names, balances of delegators and activities', async () => {
    const [pool] = engine.validators();
    await desk.run({ function: '0x1::delegation_pool::add_stake', args: [pool?.address ?? '', 100n * apt] });
    await desk.run({ function: '0x1::delegation_pool::unlock', args: [pool?.address ?? '', 20n * apt] });
    const data = await rows(
      `query($a: String!) {
        delegated_staking_pools {
          staking_pool_address
          current_staking_pool { operator_address operator_aptos_name(where: { is_primary: { _eq: true } }) { domain is_primary } }
        }
        current_delegated_staking_pool_balances { staking_pool_address total_coins operator_commission_percentage }
        current_delegator_balances(where: { delegator_address: { _eq: $a }, shares: { _gt: "0" } }) { pool_address pool_type shares }
        delegated_staking_activities(where: { delegator_address: { _eq: $a } }, order_by: { transaction_version: asc }) { event_type amount }
      }`,
      { a: alice },
    );
    expect(data.delegated_staking_pools).toHaveLength(6);
    expect(data.delegated_staking_pools[0]).toEqual({
      staking_pool_address: pool?.address,
      current_staking_pool: {
        operator_address: pool?.operator,
        operator_aptos_name: [{ domain: 'isochain-validator', is_primary: true }],
      },
    });
    expect(data.current_delegated_staking_pool_balances[1].operator_commission_percentage).toBe(2285);
    expect(data.current_delegator_balances.map(({ pool_type: type }: { pool_type: string }) => type)).toEqual([
      'active_shares',
      'inactive_shares',
    ]);
    expect(data.delegated_staking_activities).toMatchObject([
      { event_type: '0x1::delegation_pool::AddStake', amount: 10_000_000_000 },
      { event_type: '0x1::delegation_pool::UnlockStake' },
    ]);
  });
});

describe('the interface', () => {
  it('refuses unknown fields and wrong types with the words of Hasura', async () => {
    expect((await desk.graphql('{ coin_balances { amount } }')).body).toEqual({
      errors: [
        {
          message: "field 'coin_balances' not found in type: 'query_root'",
          extensions: { path: '$.selectionSet.coin_balances', code: 'validation-failed' },
        },
      ],
    });
    const member = await desk.graphql('{ ledger_infos(where: { epoch: { _eq: 1 } }) { chain_id } }');
    expect(member.body.errors[0].message).toBe("field 'epoch' not found in type: 'ledger_infos_bool_exp'");
    for (const query of [
      '{ ledger_infos { chain_id',
      '{ ledger_infos(limit: "five") { chain_id } }',
      '{ current_fungible_asset_balances(where: { amount: { _gt: "many" } }) { amount } }',
      'query($o: Int!) { ledger_infos(where: { chain_id: { _eq: $missing } }) { chain_id } }',
    ]) {
      const answer = await desk.graphql(query);
      expect([answer.status, answer.body.errors?.length, answer.body.data]).toEqual([200, 1, undefined]);
    }
    const variable = await desk.graphql(
      'query($a: String!) { account_transactions(where: { account_address: { _eq: $a } }) { transaction_version } }',
    );
    expect(variable.body.errors).toHaveLength(1);
  });

  check('may lag behind, and be down', async () => {
    const query =
      '{ processor_status { last_success_version } user_transactions { version } ledger_infos { chain_id } }';
    const { version } = await desk.run(transfer(bob, 1n));
    const now = await rows(query);
    expect(now.user_transactions).toEqual([{ version: Number(version) }]);
    expect(now.ledger_infos).toEqual([{ chain_id: 1 }]);
    engine.setIndexerLag(2);
    const late = await rows(query);
    expect(late.user_transactions).toEqual([]);
    expect(late.processor_status[0].last_success_version).toBe(now.processor_status[0].last_success_version - 2);
    engine.setIndexerDown(true);
    expect((await desk.graphql(query)).status).toBe(503);
  });
});
