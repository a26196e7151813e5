import { createHash } from 'node:crypto';
import {
  addChecksum,
  type Chain,
  type ChainAdapter,
  createFamily,
  type EncodedItem,
  type OpenParts,
  toHex,
} from '@isochain/core';
import { writeMessage } from '@isochain/core/protobuf';
import { describe, expect, it } from 'vitest';
import {
  contracts,
  dataOf,
  itemsOfData,
  type Kind,
  kinds,
  otherKey,
  rawOf,
  recipient,
  senderKey,
  usdt,
  validator,
} from '../../test/made.ts';
import { toBase58Address, toContractAddress } from '../address/address.ts';
import { tronFamily } from '../family.ts';
import type { Tron } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';
import type { Contract } from './contracts.ts';
import { explain } from './explain.ts';
import { rawDataBytes } from './raw-data.ts';
import type { RawTransaction } from './transaction.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** With every mode that has bytes. Nothing here asks the network. */
const chain: Chain = createFamily({
  ...tronFamily,
  open: (parts) => ({ ...tronFamily.open(parts), modes: modesOf(parts) }),
}).connect('tron', { endpoints: ['https://node.example'] });

function modesOf(_: OpenParts<Tron>): ChainAdapter<Tron>['modes'] {
  const ask = () => Promise.reject(new Error('Nothing is asked.'));
  return {
    transfer: { wishes: wishesOf.transfer, honours, ask },
    transferToken: { wishes: wishesOf.transferToken, honours, ask },
    stake: { wishes: wishesOf.stake, honours, ask },
    unstake: { wishes: wishesOf.unstake, honours, ask },
    withdraw: { wishes: wishesOf.withdraw, honours, ask },
    claimRewards: { wishes: wishesOf.claimRewards, honours, ask },
  };
}

/** What the bytes of each kind tell. */
const seen: Readonly<Record<Kind, Record<string, unknown>>> = {
  transfer: { mode: 'transfer', recipientAddress: recipient.address, amount: '100000000' },
  asset: { mode: 'transferToken', tokenId: '1002000', recipientAddress: recipient.address, amount: '2500000' },
  token: { mode: 'transferToken', tokenId: usdt, recipientAddress: recipient.address, amount: '2500000' },
  freeze: { mode: 'stake', amount: '5000000' },
  vote: { mode: 'stake' },
  unfreeze: { mode: 'unstake', amount: '5000000' },
  withdraw: { mode: 'withdraw' },
  claim: { mode: 'claimRewards' },
};

function itemsOf(raw: Uint8Array): EncodedItem[] {
  const value = createHash('sha256').update(raw).digest('hex');
  return [{ hash: { format: 'sha256', value }, raw: { format: 'RAW_TRANSACTION', value: toHex(raw) } }];
}

const explainRaw = (raw: Uint8Array | string) => explain(itemsOf(typeof raw === 'string' ? bytesOf(raw) : raw));

describe('explain', () => {
  describe.each(kinds)('of %s', (kind) => {
    const data = dataOf(kind);
    const encoded = itemsOfData(data);

    it('says what was asked for', async () => {
      const { params } = data as { params: object };
      const { data: told, errors, leastFees } = explain(encoded);
      expect(told).toEqual({ ...seen[kind], senderAddress: senderKey.address, params: { ...params } });
      expect(errors).toEqual([]);
      expect(leastFees).toBe(kind === 'token' ? 15_000_000n : 0n);
      // Core agrees, with the data and without a checksum. Without staked energy, the call can cost its limit.
      expect((await chain.validate({ ...data, fees: '15000000' }, encoded)).status.errors).toEqual([]);
    });

    it('tells memo and permission', () => {
      const further = dataOf(kind, { raw: { memo: 'Miete für März 🚀', permissionId: 3 }, memo: 'Miete für März 🚀' });
      const explanation = explain(itemsOfData(further));
      expect(explanation).toMatchObject({ data: { ...seen[kind], memo: 'Miete für März 🚀' }, errors: [] });
      expect(JSON.stringify(explanation.data.params)).toContain('"Permission_id":3');
    });

    it('finds every byte that was changed', () => {
      const raw = bytesOf(encoded[0]?.raw?.value ?? '');
      const before = JSON.stringify(explain(encoded).data);
      for (let i = 0; i < raw.length; i++) {
        const changed = raw.map((byte, k) => (k === i ? byte ^ 1 : byte));
        const { data: told, errors } = explainRaw(changed);
        expect(errors.length > 0 ? 'refused' : JSON.stringify(told)).not.toBe(before);
      }
    });

    it('refuses bytes that are cut or longer', () => {
      const raw = bytesOf(encoded[0]?.raw?.value ?? '');
      for (const bytes of [raw.slice(0, -1), raw.slice(1), Uint8Array.of(...raw, 0), Uint8Array.of(...raw, ...raw)]) {
        expect(explainRaw(bytes)).toMatchObject({ data: { mode: 'unknown' }, errors: [{ code: 'request.invalid' }] });
      }
    });
  });

  it('says who gets a vote only if there is one vote', () => {
    const votes = [{ address: validator.hex, count: 5n }];
    const data = dataOf('vote', { raw: { contract: { type: 'VoteWitnessContract', votes } } });
    expect(explain(itemsOfData(data)).data).toMatchObject({ mode: 'stake', targetValidatorAddress: validator.address });
    expect(explain(itemsOfData(dataOf('vote'))).data).not.toHaveProperty('targetValidatorAddress');
  });

  it('refuses a hash that is not of these bytes', () => {
    const [item] = itemsOfData(dataOf('transfer'));
    const other = itemsOfData(dataOf('withdraw'))[0];
    for (const encoded of [
      [{ raw: item?.raw }],
      [{ ...item, hash: other?.hash }],
      [{ ...item, hash: { format: 'keccak256', value: item?.hash?.value } }],
      [item, other],
    ]) {
      expect(explain(encoded as EncodedItem[]).errors).toHaveLength(1);
    }
    expect(() => explain([])).toThrowError(expect.objectContaining({ code: 'request.invalid' }));
    expect(() => explain([{ hash: item?.hash }] as EncodedItem[])).toThrowError();
    expect(() => explain([{ raw: { format: 'RAW_TRANSACTION', value: 'zz' } }])).toThrowError();
  });

  it('finds that a call can cost more than the intent pays, and says what fees it does not know', async () => {
    const { params: _, ...intent } = { ...dataOf('token') };
    const encoded = itemsOfData(dataOf('token', { raw: { feeLimit: 15_000_000_000n } }));
    const { status } = await chain.validate({ ...intent, fees: '1000000' }, encoded);
    expect(status.errors.map(({ field }) => field)).toEqual(['transaction.data.fees']);
    // An answer of encode: staked energy may pay what is above its fees.
    const answer = addChecksum('tron', dataOf('token', { raw: { feeLimit: 15_000_000_000n }, fees: '1000000' }));
    expect((await chain.validate(answer, encoded)).status).toMatchObject({
      errors: [],
      warnings: [{ code: 'encoded.untold', context: { fields: 'fees' } }],
    });
  });

  it('finds each wish that the bytes do not fulfil', async () => {
    const { params: _, ...token } = { ...dataOf('token'), fees: '15000000' };
    const placesOf = async (intent: object, params: object, kind: Kind) =>
      (await chain.validate({ ...intent, params }, itemsOfData(dataOf(kind)))).status.errors.map(({ field }) => field);
    const { expiration } = rawOf(contracts.token);
    expect(await placesOf(token, { expiration, permissionId: 0, feeLimit: '15000000' }, 'token')).toEqual([]);
    expect(await placesOf(token, { expiration: 1, permissionId: 2, feeLimit: '1' }, 'token')).toEqual(
      ['expiration', 'permissionId', 'feeLimit'].map((name) => `transaction.data.params.${name}`),
    );
    const { params: __, ...freeze } = { ...dataOf('freeze') };
    expect(await placesOf(freeze, { resource: 'ENERGY', step: 'freeze' }, 'freeze')).toEqual([]);
    // Nobody asked for energy, and bandwidth is what encode gives then.
    expect(await placesOf(freeze, {}, 'freeze')).toEqual(['transaction.data.params.resource']);
  });

  it('finds the vote for the validator of the intent among others, and one with too few coins', async () => {
    const data = dataOf('vote');
    const { params: _, ...intent } = { ...data };
    const { contract } = rawOf(contracts.vote);
    const [mine] = 'votes' in contract ? contract.votes : [];
    const asked = { ...intent, targetValidatorAddress: toBase58Address(mine?.address ?? '41') };
    const errorsOf = async (more: object) =>
      (await chain.validate({ ...asked, ...more }, itemsOfData(data))).status.errors.map(({ field }) => field);
    expect(await errorsOf({ amount: String((mine?.count ?? 0n) * 1_000_000n) })).toEqual([]);
    expect(await errorsOf({ amount: String(((mine?.count ?? 0n) + 1n) * 1_000_000n) })).toEqual([
      'transaction.encoded',
    ]);
    expect(await errorsOf({ targetValidatorAddress: recipient.address })).toEqual([
      'transaction.data.targetValidatorAddress',
    ]);
  });

  it('names what differs from an intent that was not encoded here', async () => {
    const encoded = itemsOfData(dataOf('token', { raw: { memo: 'a' } }));
    const intent = {
      mode: 'transferToken',
      tokenId: usdt,
      senderAddress: senderKey.address,
      recipientAddress: otherKey.address,
      amount: '2500001',
      memo: 'b',
    };
    const { status } = await chain.validate(intent, encoded);
    expect(status.errors.map(({ field }) => field).sort()).toEqual(
      ['amount', 'memo', 'recipientAddress'].map((name) => `transaction.data.${name}`),
    );
  });
});

// Transactions that another maker could pass off as ours.
const transfer = rawOf(contracts.transfer);
const token = rawOf(contracts.token, { feeLimit: 15_000_000n });
const call = contracts.token.data;
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');

/** raw_data of any contract message. */
function rawWith(
  number: bigint,
  name: string,
  message: Uint8Array,
  more: { item?: Field[]; raw?: Field[]; times?: number } = {},
) {
  const parameter = writeMessage([
    [1, `type.googleapis.com/protocol.${name}`],
    [2, message],
  ]);
  const item = writeMessage([[1, number], [2, parameter], ...(more.item ?? [])]);
  return writeMessage([
    [1, bytesOf('170b')],
    [4, bytesOf('c6e099ee41aa8ac7')],
    [8, 1_752_843_753_000n],
    ...Array.from({ length: more.times ?? 1 }, () => [11, item] as Field),
    [14, 1_752_843_153_000n],
    ...(more.raw ?? []),
  ]);
}

type Field = readonly [number, string | Uint8Array | bigint];
const owner: Field = [1, bytesOf(senderKey.hex)];
const to: Field = [2, bytesOf(recipient.hex)];
const usdtHex: Field = [2, bytesOf(contracts.token.contract)];
const limit: Field[] = [[18, 15_000_000n]];
const sent = writeMessage([owner, to, [3, 1n]]);
const called = (...more: Field[]) => writeMessage([owner, usdtHex, ...more]);
const callBytes: Field = [4, bytesOf(call)];
const made = (contract: Contract, changes: Partial<RawTransaction> = {}) => rawDataBytes(rawOf(contract, changes));
const transferRaw = toHex(rawDataBytes(transfer));
/** The transfer with a memo of one byte, which stands before the contract. */
const withMemo = (byte: string) => transferRaw.replace(/5a(..0801)/, `5201${byte}5a$1`);

describe('bytes that encode never makes are unknown', () => {
  it('and those beside them are not', () => {
    expect(explainRaw(rawWith(1n, 'TransferContract', sent)).errors).toEqual([]);
    expect(explainRaw(rawWith(31n, 'TriggerSmartContract', called(callBytes), { raw: limit })).errors).toEqual([]);
    expect(explainRaw(rawDataBytes(token)).errors).toEqual([]);
    expect(explainRaw(withMemo('61'))).toMatchObject({ data: { memo: 'a' }, errors: [] });
  });

  it.each<[string, Uint8Array | string]>([
    ['no bytes of a transaction', 'ff'],
    ['a field that nobody knows', rawWith(1n, 'TransferContract', sent, { raw: [[19, 1n]] })],
    [
      'a field in the contract that nobody knows',
      rawWith(1n, 'TransferContract', writeMessage([owner, to, [3, 1n], [4, 1n]])),
    ],
    ['scripts', rawWith(1n, 'TransferContract', sent, { raw: [[12, 'x']] })],
    ['a provider of the contract', rawWith(1n, 'TransferContract', sent, { item: [[3, 'x']] })],
    ['two contracts', rawWith(1n, 'TransferContract', sent, { times: 2 })],
    ['no contract', rawWith(1n, 'TransferContract', sent, { times: 0 })],
    ['another kind than its name', rawWith(2n, 'TransferContract', sent)],
    ['another name than its kind', rawWith(1n, 'TransferAssetContract', sent)],
    ['an unknown kind', rawWith(5n, 'VoteAssetContract', sent)],
    ['the kind that changes permissions', rawWith(46n, 'AccountPermissionUpdateContract', sent)],
    ['another order of fields', `${transferRaw.slice(8)}${transferRaw.slice(0, 8)}`],
    ['a zero that is written', `${transferRaw}900100`],
    ['a memo twice', `${transferRaw}52016152016a`],
    ['a memo that is not UTF-8', withMemo('ff')],
    ['a transfer with a limit of fees', made(contracts.transfer, { feeLimit: 1n })],
    ['a transfer of nothing', made({ ...contracts.transfer, amount: 0n })],
    ['a negative amount', made({ ...contracts.transfer, amount: 2n ** 63n })],
    ['all bits in an amount', made({ ...contracts.transfer, amount: 2n ** 64n - 1n })],
    ['a negative amount of a TRC-10 token', made({ ...contracts.asset, amount: 2n ** 64n - 1n })],
    ['a TRC-10 token by name', made({ ...contracts.asset, asset: 'BitTorrent' })],
    [
      'a recipient of 20 bytes',
      rawWith(1n, 'TransferContract', writeMessage([owner, [2, bytesOf(recipient.hex.slice(2))], [3, 1n]])),
    ],
    [
      'a recipient with the prefix of test networks',
      rawWith(1n, 'TransferContract', writeMessage([owner, [2, bytesOf(`a0${recipient.hex.slice(2)}`)], [3, 1n]])),
    ],
    ['no owner', rawWith(1n, 'TransferContract', writeMessage([to, [3, 1n]]))],
    ['coins with a call', made({ ...contracts.token, callValue: 1n }, { feeLimit: 1n })],
    [
      'TRC-10 tokens with a call',
      rawWith(31n, 'TriggerSmartContract', called(callBytes, [5, 1n], [6, 1_002_000n]), { raw: limit }),
    ],
    ['a call without a limit of fees', made(contracts.token)],
    ['a negative limit of fees', made(contracts.token, { feeLimit: 2n ** 63n })],
    ['another method', made({ ...contracts.token, data: call.replace('a9059cbb', '095ea7b3') }, { feeLimit: 1n })],
    [
      'the 41 in the word of the recipient',
      made({ ...contracts.token, data: `a9059cbb${word(`0x${recipient.hex}`)}${word(1n)}` }, { feeLimit: 1n }),
    ],
    [
      'rubbish before the recipient',
      made(
        { ...contracts.token, data: `a9059cbb01${'00'.repeat(11)}${recipient.hex.slice(2)}${word(1n)}` },
        { feeLimit: 1n },
      ),
    ],
    ['bytes after the call', made({ ...contracts.token, data: `${call}00` }, { feeLimit: 1n })],
    ['a call that was cut', made({ ...contracts.token, data: call.slice(0, -2) }, { feeLimit: 1n })],
    [
      'a call that transfers nothing',
      made(
        { ...contracts.token, data: `a9059cbb${word(toContractAddress(recipient.hex))}${word(0n)}` },
        { feeLimit: 1n },
      ),
    ],
    ['an unknown resource', rawWith(54n, 'FreezeBalanceV2Contract', writeMessage([owner, [2, 1n], [3, 2n]]))],
    [
      'support in a vote',
      rawWith(
        4n,
        'VoteWitnessContract',
        writeMessage([
          owner,
          [
            2,
            writeMessage([
              [1, bytesOf(validator.hex)],
              [2, 1n],
            ]),
          ],
          [3, 1n],
        ]),
      ),
    ],
    ['no votes', made({ type: 'VoteWitnessContract', votes: [] })],
    ['a vote of zero', made({ type: 'VoteWitnessContract', votes: [{ address: validator.hex, count: 0n }] })],
    [
      'two votes for one',
      made({ type: 'VoteWitnessContract', votes: [1n, 2n].map((count) => ({ address: validator.hex, count })) }),
    ],
    [
      '31 votes',
      made({
        type: 'VoteWitnessContract',
        votes: Array.from({ length: 31 }, (_, i) => ({
          address: `41${i.toString(16).padStart(40, '0')}` as const,
          count: 1n,
        })),
      }),
    ],
    [
      'resources that are lent',
      made({ type: 'DelegateResourceContract', amount: 1n, resource: 'ENERGY', receiver: recipient.hex }),
    ],
    [
      'resources that are taken back',
      made({ type: 'UnDelegateResourceContract', amount: 1n, resource: 'ENERGY', receiver: recipient.hex }),
    ],
    ['the end of all unfreezings', made({ type: 'CancelAllUnfreezeV2Contract' })],
    ['permission 1', made(contracts.transfer, { permissionId: 1 })],
    ['permission 256', made(contracts.transfer, { permissionId: 256 })],
    ['a reference of one byte', made(contracts.transfer, { refBlockBytes: '17' })],
    ['no reference', made(contracts.transfer, { refBlockBytes: '', refBlockHash: '' })],
    ['no end', made(contracts.transfer, { expiration: 0 })],
    ['an end beyond 2^53', made(contracts.transfer, { expiration: 2 ** 54 })],
    ['no time', made(contracts.transfer, { timestamp: 0 })],
    [
      'a signed transaction',
      writeMessage([
        [1, rawDataBytes(transfer)],
        [2, new Uint8Array(65).fill(1)],
      ]),
    ],
  ])('%s', (_, raw) => {
    expect(explainRaw(raw)).toEqual({
      data: { mode: 'unknown' },
      errors: [expect.objectContaining({ code: 'request.invalid', message: expect.stringContaining('never does') })],
    });
  });
});
