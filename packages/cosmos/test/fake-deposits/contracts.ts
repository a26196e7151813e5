import type { FakeDeposit } from '@isochain/conformance';
import { feesTaken, type MadeEvent, type MadeTransaction } from '../chain-transaction.ts';
import { account, contractOf, thief, toldByAll, victim } from './nodes.ts';

// Events of contracts: the contract chooses all but its own address.

const listed = contractOf(8);
const evil = contractOf(9);
const tokens = [{ id: listed, ticker: 'REAL', name: 'A listed token', decimals: 6 }];

function execute(contract: string, msg: object) {
  return { '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', sender: thief, contract, msg, funds: [] };
}

/** `execute` names the contract, `wasm` has what the contract says. */
function wasm(...attributes: readonly (readonly [key: string, value: string])[]): MadeEvent {
  return { type: 'wasm', attributes, message: 0 };
}

/** Contracts may write a key twice, which the plain form of an event cannot. */
function made(msg: object, ...events: MadeEvent[]): MadeTransaction {
  return { messages: [execute(evil, msg)], events: [...feesTaken(thief), ...events] };
}

const transferred = [
  ['action', 'transfer'],
  ['from', victim],
  ['to', account],
  ['amount', '1000000'],
] as const;

export const contractFakes: readonly FakeDeposit[] = [
  {
    kind: 'an event or a log that anybody can write',
    name: 'a contract that tells a transfer, and was asked for something else',
    told: toldByAll(made({ run: {} }, wasm(['_contract_address', evil], ...transferred)), { tokens, isListed: false }),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a contract that names a listed token as the one that speaks',
    told: toldByAll(
      made({ run: {} }, wasm(['_contract_address', evil], ['contract_address', listed], ...transferred)),
      {
        ...{ tokens, isListed: false },
      },
    ),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a contract that writes a second action, right before an event of a listed token',
    told: toldByAll(
      made(
        { run: {} },
        wasm(['_contract_address', evil], ['action', 'run'], ...transferred),
        wasm(['_contract_address', listed], ['action', 'increase_allowance'], ['owner', evil], ['amount', '1']),
      ),
      { tokens, isListed: false },
    ),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'an event of an own type that reads like a record of balances',
    told: toldByAll(
      made(
        { run: {} },
        {
          type: 'wasm-coin_received',
          attributes: { _contract_address: evil, receiver: account, amount: '9000000uatom' },
          message: 0,
        },
      ),
      { tokens, isListed: false },
    ),
  },
  {
    kind: 'a token with the name of the coin or of a listed token',
    name: 'a contract whose token calls itself ATOM',
    told: toldByAll(
      made({ transfer: { recipient: account, amount: '1000000' } }, wasm(['_contract_address', evil], ...transferred)),
      {
        came: [{ amount: '1000000', tokenId: evil }],
        says: [[`/contract/${evil}/`, { data: { name: 'Cosmos', symbol: 'ATOM', decimals: 6, total_supply: '1' } }]],
        isListed: false,
      },
    ),
  },
  {
    kind: 'a transfer of nothing',
    name: 'a transfer of nothing of a listed token, from a known account',
    told: toldByAll(
      made(
        { run: {} },
        wasm(
          ...[['_contract_address', listed] as const, ['action', 'transfer_from'] as const, ['from', victim] as const],
          ...[['to', account] as const, ['by', evil] as const, ['amount', '0'] as const],
        ),
      ),
      { tokens, isListed: false },
    ),
  },
];
