import type { FakeDeposit } from '@isochain/conformance';
import { feesTaken, type MadeEvent, type MadeTransaction, moved } from '../chain-transaction.ts';
import { account, accountOf, contractOf, tell, thief, upstreams, victim } from './nodes.ts';
import { atom, send } from './plain.ts';

// Messages inside of messages (authz).

const noAuthz = 'cosmos-sdk 0.42 has no authz';
const [today, plainList, onlyLogs] = upstreams;

/** cosmos-sdk 0.42 has no messages inside of messages. */
function told(made: MadeTransaction, amount: string): FakeDeposit['told'] {
  const came = [{ amount }];
  return {
    [today]: () => tell(today, made, { came }),
    [plainList]: () => tell(plainList, made, { came }),
    [onlyLogs]: noAuthz,
  };
}

const exec = (...msgs: object[]) => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: thief, msgs });

function inside(events: readonly MadeEvent[], index: number): MadeEvent[] {
  return events.map((event) => ({ ...event, inner: [String(index)] }));
}

const evil = contractOf(9);

/** A contract writes the index of an inner message into its own event. Then the events seem to be told by inner message. */
const forgedIndex: MadeTransaction = {
  messages: [
    exec(send(victim, account, atom(100)), {
      '@type': '/cosmwasm.wasm.v1.MsgExecuteContract',
      ...{ sender: thief, contract: evil, msg: { run: {} }, funds: [] },
    }),
  ],
  events: [
    ...feesTaken(thief),
    ...inside(moved(victim, account, '100uatom', 0), 0),
    {
      type: 'wasm',
      attributes: { _contract_address: evil, authz_msg_index: '0', action: 'run' },
      message: 0,
      inner: [],
    },
  ],
};

export const authzFakes: readonly FakeDeposit[] = [
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'payments that an inner message asks for in words, beside one that moved',
    told: told(
      {
        messages: [
          exec(send(victim, account, atom(2)), {
            '@type': '/cosmos.gov.v1.MsgSubmitProposal',
            messages: [send(victim, account, atom(7_000_000))],
            ...{ initial_deposit: [], proposer: thief },
          }),
        ],
        events: [...feesTaken(thief), ...inside(moved(victim, account, '2uatom', 0), 0)],
      },
      '2',
    ),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'a payment to the account that goes on to another in the next inner message',
    told: told(
      {
        messages: [exec(send(victim, account, atom(900)), send(account, accountOf(20), atom(890)))],
        events: [
          ...feesTaken(thief),
          ...inside(moved(victim, account, '900uatom', 0), 0),
          ...inside(moved(account, accountOf(20), '890uatom', 0), 1),
        ],
      },
      '10',
    ),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a contract that writes the index of an inner payment into its event',
    told: told(forgedIndex, '100'),
  },
];
