import type { FakeDeposit } from '@isochain/conformance';
import type { Address } from '../../src/address/address.ts';
import { pairedMetadata, primaryStore } from '../../src/address/derived.ts';
import { aptMetadata } from '../../src/address/token-id.ts';
import { readStructTag, type StructTag } from '../../src/move/type-tag.ts';
import {
  coinStore,
  deposit,
  entry,
  event,
  feeStatement,
  handleEvent,
  type Json,
  made,
  madeTransfer,
  store,
  waiting,
  withdraw,
} from '../made-transactions.ts';
import { account, thief, told } from './endpoints.ts';

const storeOf = (owner: string, metadata: string = aptMetadata) => primaryStore(owner as Address, metadata as Address);
const [ours, thiefs] = [storeOf(account), storeOf(thief)];
const other = `0x${'77'.repeat(32)}`;
/** A module of the thief. */
const evil = `0x${'bad0'.repeat(16)}`;
const apt = '0x1::aptos_coin::AptosCoin';

/** A payment of APT that really came. */
export function payment(amount: bigint, from = thief): Json {
  return made({
    sender: from,
    payload: entry('0x1::aptos_account::transfer', [account, String(amount)]),
    changes: [...store(storeOf(from), from, '0xa'), ...store(ours, account, '0xa')],
    events: [withdraw(storeOf(from), amount), deposit(ours, amount), feeStatement()],
  });
}

/** A call of a module of the thief. */
const call = (events: readonly Json[], changes: readonly Json[] = [], more: Json = {}): Json =>
  made({ payload: entry(`${evil}::bait::run`), changes, events: [...events, feeStatement()], ...more });

/** An asset that anybody makes, with any name. */
function imitation(symbol: string): FakeDeposit {
  const asset = `0x${'ca'.repeat(32)}`;
  const [from, to] = [storeOf(thief, asset), storeOf(account, asset)];
  const transaction = made({
    payload: entry('0x1::primary_fungible_store::transfer', [asset, account, '900'], ['0x1::fungible_asset::Metadata']),
    changes: [...store(from, thief, asset), ...store(to, account, asset)],
    events: [withdraw(from, 900n), deposit(to, 900n), feeStatement()],
  });
  return {
    kind: 'a token with the name of the coin or of a listed token',
    name: `an asset that calls itself ${symbol}`,
    told: told(transaction, {
      came: [{ amount: '900', tokenId: asset }],
      resources: { [`${asset}/0x1::fungible_asset::Metadata`]: { name: symbol, symbol, decimals: 8 } },
    }),
  };
}

const coin = `${evil}::coin::USDC`;

/** A coin of a module of the thief, by events of handles and by the newer ones. */
const ofCoin: Json = made({
  payload: entry('0x1::aptos_account::transfer_coins', [account, '900'], [coin]),
  changes: [coinStore(thief, coin), coinStore(account, coin)],
  events: [
    handleEvent('0x1::coin::WithdrawEvent', thief, 3, { amount: '900' }),
    handleEvent('0x1::coin::DepositEvent', account, 2, { amount: '900' }),
    feeStatement(),
  ],
});

/** A store that is no primary one. The thief may give it away, and take it back. */
const givenStore = `0x${'57'.repeat(32)}`;

const usd = '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b';

/** The coins that the account had, and that anybody may move into the store of the asset in their place. */
const migrated = (deletion: string, data: object, type = apt): Json => {
  const metadata = pairedMetadata(readStructTag(type, 'node') as StructTag);
  const to = storeOf(account, metadata);
  return made({
    payload: entry('0x1::coin::migrate_coin_store_to_fungible_store', [[account]], [type]),
    changes: store(to, account, metadata),
    events: [event(deletion, data), deposit(to, 9_000_000n), feeStatement()],
  });
};

const handles = {
  event_handle_creation_address: account,
  deleted_deposit_event_handle_creation_number: '2',
  deleted_withdraw_event_handle_creation_number: '3',
};

const ofMultisig: Json = made({
  payload: {
    type: 'multisig_payload',
    multisig_address: other,
    transaction_payload: entry('0x1::aptos_account::transfer', [account, '9000000']),
  },
  events: [
    event('0x1::multisig_account::TransactionExecutionFailed', {
      ...{ multisig_account: other, executor: thief, sequence_number: '1' },
      transaction_payload: '0x',
      execution_error: { abort_location: '1::coin', error_type: 'MoveAbort', error_code: '65542' },
    }),
    feeStatement(),
  ],
});

const waits = waiting(madeTransfer());

export const fakes: readonly FakeDeposit[] = [
  ...['APT', 'Apt', 'USDC', 'USDT', 'АPT'].map(imitation),
  {
    kind: 'a token with the name of the coin or of a listed token',
    name: 'a coin of another module that is called USDC',
    told: told(ofCoin, {
      came: [{ amount: '900', tokenId: coin }],
      resources: { [`${evil}/0x1::coin::CoinInfo<${coin}>`]: { name: 'USDC', symbol: 'USDC', decimals: 6 } },
    }),
  },
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a transfer that aborted',
    told: told({
      ...payment(9_000_000n),
      success: false,
      vm_status: 'Move abort',
      changes: [],
      events: [feeStatement()],
    }),
  },
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a call that aborted, with what it would have moved',
    told: told({ ...payment(9_000_000n), success: false, vm_status: 'Move abort' }),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'a transfer of a multisig account that aborted in a transaction that succeeded',
    told: told(ofMultisig),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'a deposit that goes on in the same call',
    told: told(
      call(
        [withdraw(thiefs, 900n), deposit(ours, 900n), withdraw(ours, 890n), deposit(thiefs, 890n)],
        [...store(thiefs, thief, '0xa'), ...store(ours, account, '0xa')],
      ),
      { came: [{ amount: '10' }] },
    ),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'coins of the account that became the asset in their place',
    told: told(migrated('0x1::coin::CoinStoreDeletion', { coin_type: apt, ...handles })),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'the same of another coin, by an event that does not name it',
    told: told(migrated('0x1::coin::CoinEventHandleDeletion', handles, `0x${'c0'.repeat(32)}::gold::Gold`)),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'events of a module of the thief with the names of those of the framework',
    told: told(
      call(
        [
          event(`${evil}::fungible_asset::Deposit`, { store: ours, amount: '9000000' }),
          event(`${evil}::coin::CoinDeposit`, { coin_type: apt, account, amount: '9000000' }),
          handleEvent(`${evil}::coin::DepositEvent`, account, 2, { amount: '9000000' }),
        ],
        [...store(ours, account, '0xa'), coinStore(account, apt)],
      ),
    ),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a deposit in a store that the thief gave away, and can take back',
    told: told(call([withdraw(thiefs, 900n), deposit(givenStore, 900n)], [...store(givenStore, account, '0xa')])),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'the same with a listed token',
    told: told(call([deposit(givenStore, 900n)], store(givenStore, account, usd))),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a resource that says where the store of the account is',
    told: told(
      call(
        [deposit(givenStore, 900n)],
        [
          ...store(givenStore, thief, '0xa'),
          {
            type: 'write_resource',
            address: givenStore,
            state_key_hash: '0x',
            data: { type: `${evil}::object::ObjectCore`, data: { owner: account } },
          },
        ],
      ),
    ),
  },
  {
    kind: 'a transaction that waits',
    name: 'a transfer in the pool of a node',
    told: told(waits, { isWaiting: true, isListed: false }),
  },
  {
    kind: 'a transaction that another one replaced',
    name: 'a transfer whose number another one took, and that no block can take any more',
    told: told(waits, {
      ...{ isWaiting: true, isListed: false },
      at: Number(waits.expiration_timestamp_secs) * 1_000,
    }),
  },
  {
    kind: 'a receiver on another chain',
    name: 'coins that are burned for the same bytes on another chain',
    told: told(
      call(
        [
          withdraw(thiefs, 9_000_000n),
          event(`${evil}::token_messenger::DepositForBurn`, { mint_recipient: account, amount: '9000000' }),
        ],
        store(thiefs, thief, '0xa'),
      ),
      { isListed: false },
    ),
  },
  {
    kind: 'a transfer of nothing',
    name: 'a deposit of nothing from a known account',
    told: told(
      call(
        [withdraw(storeOf(other), 0n), deposit(ours, 0n)],
        [...store(storeOf(other), other, '0xa'), ...store(ours, account, '0xa')],
      ),
    ),
  },
  {
    kind: 'a payment from an address that looks like a known one',
    name: 'dust from an address that begins and ends like one that paid before',
    told: told(payment(1n, `0x7777${'12'.repeat(28)}7777`), { came: [{ amount: '1' }] }),
  },
];
