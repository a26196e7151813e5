import type { FakeDeposit } from '@isochain/conformance';
import { transferLog } from '../made-transactions.ts';
import { call } from './calls.ts';
import { account, contract, type Log, other, thief, told, usdt, victim } from './ledger.ts';

// Events of contracts: a contract chooses all but its own address.

const event = 'an event or a log that anybody can write';
const nothing = 'a transfer of nothing';
const transfer = transferLog(contract.hex, thief.word, account.word, 9_000_000n);
const transaction = call('deadbeef');
/** What the event says came, of the contract that wrote it. */
const came = [{ amount: '9000000', tokenId: contract.text }];

function imitation(symbol: string): FakeDeposit {
  return {
    kind: 'a token with the name of the coin or of a listed token',
    name: `a contract that calls itself ${symbol}`,
    told: told({ transaction, logs: [transfer] }, { symbol, came }),
  };
}

/** Events that tell no transfer of a TRC-20 token. The call names the account, so that the index lists it. */
function written(name: string, ...logs: readonly Log[]): FakeDeposit {
  return { kind: event, name, told: told({ transaction: call(), logs }) };
}

/** A transfer of nothing that a token tells in the name of others. */
function zero(name: string, from: typeof account, to: typeof account): FakeDeposit {
  const logs = [transferLog(usdt, from.word, to.word, 0n)];
  return { kind: nothing, name, told: told({ transaction: call('23b872dd', { contract_address: usdt }), logs }) };
}

const [topic = '', from = '', to = ''] = transfer.topics;
const approval = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

export const tokenFakes: readonly FakeDeposit[] = [
  ...['TRX', 'USDT', 'trx.', 'U5DT', 'USDТ'].map(imitation),
  {
    kind: event,
    name: 'a transfer from a known account, by a contract that is on no list',
    told: told({ transaction, logs: [transferLog(contract.hex, victim.word, account.word, 9_000_000n)] }, { came }),
  },
  {
    kind: event,
    name: 'new tokens of a contract that is on no list',
    told: told({ transaction, logs: [transferLog(contract.hex, '0'.repeat(64), account.word, 9_000_000n)] }, { came }),
  },
  written('a token of TRC-721: its number is the fourth topic', {
    ...transfer,
    topics: [topic, from, to, '9'.padStart(64, '0')],
    data: '',
  }),
  written('a fourth topic beside an amount', { ...transfer, topics: [topic, from, to, to] }),
  written('parties that are no topics', { ...transfer, topics: [topic], data: from + to + transfer.data }),
  written('two amounts', { ...transfer, data: transfer.data.repeat(2) }),
  written('an approval', { ...transfer, topics: [approval, from, to] }),
  written('a transfer under a name of its own', { ...transfer, topics: ['5e'.repeat(32), from, to] }),
  written('the address of a listed token in its data', {
    ...transfer,
    topics: [topic, usdt.slice(2).padStart(64, '0'), from, to],
  }),
  zero('nothing from a known account, by a stranger', victim, account),
  zero('nothing to a stranger in the name of the account', account, other),
  zero('nothing of a listed token from the thief', thief, account),
];
