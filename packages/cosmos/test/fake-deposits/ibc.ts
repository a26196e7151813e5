import type { FakeDeposit } from '@isochain/conformance';
import { ibcDenom } from '../../src/address/ibc-denom.ts';
import { feesTaken, type MadeEvent, type MadeTransaction, moved } from '../chain-transaction.ts';
import { account, accountOf, escrow, tell, thief, toldByAll, upstreams } from './nodes.ts';
import { atom } from './plain.ts';

// Transfers between chains. What a packet says was written on another chain, by anybody.

const [today, plainList, onlyLogs] = upstreams;
const relayer = accountOf(30);

function receive(packet: Readonly<Record<string, string>>) {
  const data = {
    amount: '9000000',
    denom: 'transfer/channel-0/uatom',
    sender: 'osmo1sender',
    receiver: account,
    ...packet,
  };
  return {
    '@type': '/ibc.core.channel.v1.MsgRecvPacket',
    packet: {
      ...{ sequence: '1', source_port: 'transfer', source_channel: 'channel-0' },
      ...{ destination_port: 'transfer', destination_channel: 'channel-141' },
      data: btoa(JSON.stringify(data)),
    },
    signer: relayer,
  };
}

function acknowledged(answer: object): MadeEvent {
  return { type: 'write_acknowledgement', attributes: { packet_ack: JSON.stringify(answer) }, message: 0 };
}

const done = acknowledged({ result: 'AQ==' });
const refused = acknowledged({ error: 'ABCI code: 1: error handling packet: see events for details' });

function relayed(packet: Readonly<Record<string, string>>, events: readonly MadeEvent[], memo = ''): MadeTransaction {
  return { messages: [receive(packet)], events: [...feesTaken(relayer), ...events], memo };
}

const noRecord = 'cosmos-sdk 0.42 has no record of balances, so a packet is never shown as money';

/** A token of a chain that anybody runs. */
function voucher(base: string): FakeDeposit['told'] {
  const denom = ibcDenom(`transfer/channel-666/${base}`);
  const made = relayed({ denom: base }, [...moved(escrow, account, `9000000${denom}`, 0), done]);
  const told = {
    came: [{ amount: '9000000', tokenId: denom }],
    says: [
      ['/denom_traces/', { denom_trace: { path: 'transfer/channel-666', base_denom: base } }],
      ['/denoms/', { denom: { base, trace: [{ port_id: 'transfer', channel_id: 'channel-666' }] } }],
    ] as const,
  };
  return {
    [today]: () => tell(today, made, told),
    [plainList]: () => tell(plainList, made, told),
    [onlyLogs]: noRecord,
  };
}

/** ibc-go before 7.0.1 kept the events of what it took back (the advisory Huckleberry). Later ones write a prefix before the keys. */
const takenBack: MadeTransaction = relayed(
  { memo: '{"forward":{"receiver":"x","port":"transfer","channel":"channel-9999"}}' },
  [...moved(escrow, account, '9000000uatom', 0), refused],
);

const marked: MadeTransaction = relayed({}, [
  {
    type: 'coin_received',
    attributes: { 'ibccallbackerror-receiver': account, 'ibccallbackerror-amount': '9000000uatom' },
    message: 0,
  },
  {
    type: 'transfer',
    attributes: {
      ...{ 'ibccallbackerror-recipient': account, 'ibccallbackerror-sender': escrow },
      'ibccallbackerror-amount': '9000000uatom',
    },
    message: 0,
  },
  refused,
]);

const leaves: MadeTransaction = {
  messages: [
    {
      '@type': '/ibc.applications.transfer.v1.MsgTransfer',
      ...{ source_port: 'transfer', source_channel: 'channel-141', token: atom(9_000_000), sender: thief },
      ...{ receiver: account, memo: account },
    },
  ],
  events: [...feesTaken(thief), ...moved(thief, escrow, '9000000uatom', 0)],
};

const real = relayed(
  { denom: 'transfer/channel-0/uatom', memo: 'customer 1' },
  [...moved(escrow, account, '9000000uatom', 0), done],
  'customer 666',
);
const wrapped = {
  ...real,
  messages: [{ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: relayer, msgs: real.messages }],
};

/** A payment of the account that another chain refused. */
const backAgain: MadeTransaction = {
  messages: [{ '@type': '/ibc.core.channel.v1.MsgTimeout', packet: {}, signer: relayer }],
  events: [...feesTaken(relayer), ...moved(escrow, account, '9000000uatom', 0)],
  memo: 'customer 666',
};

const realTold = { came: [{ amount: '9000000' }], memo: null };

export const ibcFakes: readonly FakeDeposit[] = [
  {
    kind: 'a token with the name of the coin or of a listed token',
    name: 'a token of a chain of its own that is called ATOM there',
    told: voucher('ATOM'),
  },
  {
    kind: 'a token with the name of the coin or of a listed token',
    name: 'a token of a chain of its own that is called USDC there',
    told: voucher('USDC'),
  },
  {
    kind: 'a receiver on another chain',
    name: 'a transfer to another chain whose receiver is the account here',
    told: toldByAll(leaves, { isListed: false }),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a packet that was taken back, and left its events',
    told: toldByAll(takenBack),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a packet that was taken back, and left its events under other keys',
    told: toldByAll(marked, { isListed: false }),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'a packet that another relayer had brought before',
    told: toldByAll(relayed({}, []), { isListed: false }),
  },
  {
    kind: 'the memo of another payment',
    name: 'a relayer that writes its own memo beside the payment of somebody else',
    told: {
      [today]: () => tell(today, real, realTold),
      [plainList]: () => tell(plainList, real, realTold),
      [onlyLogs]: noRecord,
    },
  },
  {
    kind: 'the memo of another payment',
    name: 'the same inside of another message',
    told: {
      [today]: () => tell(today, wrapped, realTold),
      [plainList]: () => tell(plainList, wrapped, realTold),
      [onlyLogs]: noRecord,
    },
  },
  {
    kind: 'the memo of another payment',
    name: 'a relayer that writes its own memo beside coins that come back',
    told: {
      [today]: () => tell(today, backAgain, realTold),
      [plainList]: () => tell(plainList, backAgain, realTold),
      [onlyLogs]: noRecord,
    },
  },
];
