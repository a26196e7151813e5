import { createHash } from 'node:crypto';
import { stringifyJson } from '@isochain/core/upstream';

// Transactions that exist only in a test, as the REST interface of cosmos-sdk 0.50 and later answers them (proto/cosmos/tx/v1beta1/service.proto,
// proto/cosmos/base/abci/v1beta1/abci.proto). The recorded ones are in fixtures/lcd/transactions.json.

/** An event, with the index of its message. Fees have none. */
export interface MadeEvent {
  readonly type: string;
  /** By key. As pairs if a key is there more than once. */
  readonly attributes: Readonly<Record<string, string>> | readonly (readonly [key: string, value: string])[];
  readonly message?: number;
  /** Indexes of the message inside of messages (authz), the innermost first. */
  readonly inner?: readonly string[];
}

export interface MadeTransaction {
  readonly hash?: string;
  readonly height?: number;
  readonly code?: number;
  readonly messages: readonly object[];
  readonly events?: readonly MadeEvent[];
  readonly fee?: { readonly amount?: readonly object[]; readonly payer?: string; readonly granter?: string };
  readonly sequence?: number;
  readonly memo?: string;
}

/** A transaction id made from a text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').toUpperCase();
}

/** The time of a block, in seconds since 1970. */
const blockTime = (height: number) => 1_750_000_000 + 6 * height;

export function chainTransaction(made: MadeTransaction) {
  const { height = 100, code = 0, messages, events = [], fee = {}, sequence = 5, memo = '' } = made;
  const tx = {
    '@type': '/cosmos.tx.v1beta1.Tx',
    body: { messages, memo, timeout_height: '0', extension_options: [], non_critical_extension_options: [] },
    auth_info: {
      signer_infos: [
        {
          public_key: {
            '@type': '/cosmos.crypto.secp256k1.PubKey',
            key: 'Ay5829lkfeRbK/SD7NgAlCv1KBy39DhWnDySfm1tK0bg',
          },
          mode_info: { single: { mode: 'SIGN_MODE_DIRECT' } },
          sequence: String(sequence),
        },
      ],
      fee: {
        amount: fee.amount ?? [{ denom: 'uatom', amount: '2500' }],
        gas_limit: '100000',
        payer: fee.payer ?? '',
        granter: fee.granter ?? '',
      },
      tip: null,
    },
    signatures: ['AA=='],
  };
  const response = {
    height: String(height),
    txhash: made.hash ?? hashOf(stringifyJson(made)),
    codespace: code === 0 ? '' : 'sdk',
    code,
    data: '',
    raw_log: code === 0 ? '' : 'failed to execute message',
    logs: [],
    info: '',
    gas_wanted: '100000',
    gas_used: '78741',
    tx,
    timestamp: new Date(blockTime(height) * 1000).toISOString().replace('.000', ''),
    events: events.map(({ type, attributes, message, inner = [] }) => ({
      type,
      attributes: [
        ...(Array.isArray(attributes)
          ? (attributes as readonly (readonly [string, string])[])
          : Object.entries(attributes)),
        ...inner.map((index) => ['authz_msg_index', index] as const),
        ...(message === undefined ? [] : [['msg_index', String(message)] as const]),
      ].map(([key, value]) => ({ key, value, index: true })),
    })),
  };
  return { tx, tx_response: response };
}

/** The events of coins that moved (cosmos-sdk x/bank/keeper/send.go). */
export function moved(from: string, to: string, amount: string, message?: number): MadeEvent[] {
  const of = message === undefined ? {} : { message };
  return [
    { type: 'coin_spent', attributes: { spender: from, amount }, ...of },
    { type: 'coin_received', attributes: { receiver: to, amount }, ...of },
    { type: 'transfer', attributes: { recipient: to, sender: from, amount }, ...of },
    { type: 'message', attributes: { sender: from }, ...of },
  ];
}

/** The account of the fees, cosmos-sdk x/auth: fee_collector. */
const feeCollector = 'cosmos17xpfvakm2amg962yls6f84z3kell8c5lserqta';

/** The events of fees that were taken (cosmos-sdk x/auth/ante/fee.go and sigverify.go). */
export function feesTaken(payer: string, amount = '2500uatom', signer = payer, sequence = 5): MadeEvent[] {
  return [
    ...moved(payer, feeCollector, amount),
    { type: 'tx', attributes: { fee: amount, fee_payer: payer } },
    { type: 'tx', attributes: { acc_seq: `${signer}/${sequence}` } },
  ];
}
