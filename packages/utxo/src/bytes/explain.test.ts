import { type EncodedItem, RefusedError, toHex } from '@isochain/core';
import * as bitcoin from 'bitcoinjs-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { own } from '../../../babylon/test/babylon.ts';
import { bytes, fixture, type TransferVector } from '../../test/fixtures.ts';
import { inputTypes, keyOf, lockOf, planOf } from '../../test/plans.ts';
import { maps, writeMaps } from '../../test/psbt-maps.ts';
import { createRig, type Encoded, vectorAccount } from '../../test/rig.ts';
import { chains, type UtxoChain } from '../chains.ts';
import { encodePlan } from './assemble.ts';
import { explain } from './explain.ts';
import type { Plan } from './planned-transaction.ts';

const chain: UtxoChain = chains.bitcoin;
const signet: UtxoChain = chains['bitcoin-signet'];

const address = (script: Uint8Array) => bitcoin.address.fromOutputScript(script);
const unusual = 'transaction.encoded: it does something that encode never does';
const messages = (encoded: readonly EncodedItem[], of = chain) =>
  explain(of, encoded).errors.map(({ message }) => message);

/** The items of a transaction with other change. */
function planned(change: (plan: Plan) => Plan = (plan) => plan, type: (typeof inputTypes)[number] = 'p2wpkh') {
  const key = keyOf('sender');
  const own = lockOf(type, key).script;
  const recipient = lockOf('p2tr', keyOf('recipient')).script;
  const outputs = [
    { value: 30_000n, script: recipient },
    { value: 69_000n, script: own },
  ];
  return {
    own,
    recipient,
    encoded: encodePlan(
      change(
        planOf(
          [
            { type, key },
            { type, key },
          ],
          outputs,
        ),
      ),
    ),
  };
}

/** The PSBT with a change in one of its maps. */
function withFields(
  encoded: readonly EncodedItem[],
  index: number,
  change: (fields: [string, string][]) => [string, string][],
) {
  const changed = maps(bytes(encoded[0]?.raw?.value ?? '')).map((map, i) =>
    i === index ? { ...map, fields: change(map.fields) } : map,
  );
  return encoded.map((item, i) =>
    i > 0 ? item : { ...item, raw: { format: 'PSBT' as const, value: toHex(writeMaps(changed)) } },
  );
}

describe('explain', () => {
  it.each(inputTypes.filter((type) => type !== 'tapscript' && type !== 'p2pkh-uncompressed'))(
    'says what a transfer from %s does',
    (type) => {
      const { encoded, own, recipient } = planned(undefined, type);
      const { data, errors } = explain(chain, encoded);
      expect(errors).toEqual([]);
      expect(data).toEqual({
        mode: 'transfer',
        senderAddress: address(own),
        recipientAddress: address(recipient),
        amount: '30000',
        fees: '1000',
      });
    },
  );

  it('explains the recorded answer of another service, except for its malformed hash', () => {
    const { response } = fixture<{ response: { transaction: { data: object; encoded: EncodedItem[] } } }>(
      'hosted-transfer',
    );
    const sender = 'bc1q87kp4qcr5w5uy4vn7dqa8dcv7r0a6kwpw0r2dv';
    const { data, errors } = explain(chain, response.transaction.encoded);
    expect(data).toEqual({
      mode: 'transfer',
      senderAddress: sender,
      recipientAddress: sender,
      amount: '1000',
      fees: '904',
    });
    expect(errors.map(({ message }) => message)).toEqual([
      'transaction.encoded: the hash of item 0 is not what input 0 of the PSBT signs',
    ]);
  });

  const { transfers } = fixture<{ transfers: TransferVector[] }>('transfer-vectors');
  it.each(transfers.filter(({ inputs }) => inputs.length === 1))('reads the vector of $inputs', ({ psbt, digests }) => {
    const encoded = digests.map(
      (value) => ({ hash: { format: 'sha256', value }, raw: { format: 'PSBT', value: psbt } }) as const,
    );
    expect(explain(chain, encoded)).toMatchObject({
      data: {
        mode: 'transfer',
        recipientAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
        amount: '50000',
        fees: '2000',
      },
      errors: [],
    });
  });

  it('finds the recipient among sorted outputs (BIP69)', () => {
    const { encoded, own, recipient } = planned((plan) => ({
      ...plan,
      outputs: [
        { value: 20_000n, script: lockOf('p2wpkh', keyOf('sender')).script },
        { value: 79_000n, script: lockOf('p2tr', keyOf('recipient')).script },
      ],
    }));
    expect(explain(chain, encoded)).toMatchObject({
      data: { senderAddress: address(own), recipientAddress: address(recipient), amount: '79000', fees: '1000' },
      errors: [],
    });
  });

  it('takes the first output for the recipient if both outputs go back', () => {
    const { encoded, own } = planned((plan) => ({
      ...plan,
      outputs: plan.outputs.map((each) => ({ ...each, script: plan.inputs[0]?.script ?? each.script })),
    }));
    expect(explain(chain, encoded)).toMatchObject({
      data: { recipientAddress: address(own), amount: '30000' },
      errors: [],
    });
  });

  it('finds no single sender if coins come from several addresses', () => {
    const keys = [keyOf('x'), keyOf('y')];
    const encoded = encodePlan(planOf(keys.map((key) => ({ type: 'p2wpkh' as const, key }))));
    const { data, errors } = explain(chain, encoded);
    expect(data).not.toHaveProperty('senderAddress');
    expect(errors).toEqual([]);
  });

  describe('of Babylon', () => {
    const vector: { sighashes: Record<string, string> } & Record<string, string> = own;
    const items = (name: string): EncodedItem[] => [
      {
        hash: { format: 'sha256', value: vector.sighashes[name] ?? '' },
        raw: { format: 'PSBT', value: vector[`${name}Psbt`] ?? '' },
      },
    ];

    it('tells the staker and the amount, but not that it is a stake', () => {
      const { data, errors } = explain(chain, items('staking'));
      expect(errors).toEqual([]);
      expect(data).toEqual({
        senderAddress: address(bytes('51206341351a2112639b576d628c7cfd7b76b5b3195db03fb42a70c6f3917854452d')),
        recipientAddress: address(bytes('512009b829e327ba5fde17272c99e3cb27a37a5b2f10b6e5eaaa7dc261815100294a')),
        amount: '1000001',
        fees: '775',
      });
    });

    it('tells the recipient and the fees of unbonding', () => {
      const { data, errors } = explain(chain, items('unbonding'));
      expect(errors).toEqual([]);
      expect(data).toEqual({
        recipientAddress: address(bytes('5120804dd9b955ed5132bba3bfcbb326df8a5d489cc17cb2500d8b2e8cfcf0c05e65')),
        fees: '32000',
      });
    });

    it.each(['withdrawTimelock', 'withdrawUnbonded'])('tells the fees of %s', (name) => {
      expect(explain(chain, items(name))).toMatchObject({ data: { fees: '645' }, errors: [] });
    });

    it('does not explain slashing as a transaction of encode', () => {
      expect(messages(items('slashing'))).toEqual(['transaction.encoded: the PSBT pays others beside the recipient']);
    });

    it('does not look for stakes on other chains', () => {
      for (const name of ['staking', 'unbonding', 'withdrawTimelock'])
        expect(messages(items(name), chains.litecoin)).toContain(unusual);
    });
  });

  describe('finds that', () => {
    it('a hash is wrong for its input', () => {
      const { encoded } = planned();
      const [first, second] = encoded as [EncodedItem, EncodedItem];
      const message = (i: number) =>
        `transaction.encoded: the hash of item ${i} is not what input ${i} of the PSBT signs`;
      expect(messages([{ ...first, hash: second.hash }, second])).toEqual([message(0)]);
      expect(messages([first, { hash: first.hash }])).toEqual([message(1)]);
      expect(messages([first])).toEqual([message(1)]);
      expect(messages([{ raw: first.raw }, second])).toEqual([message(0)]);
    });

    it('there is surplus data', () => {
      const { encoded } = planned();
      expect(messages([...encoded, { hash: encoded[0]?.hash }])).toEqual([
        'transaction.encoded: it has more items than the PSBT has inputs',
      ]);
      expect(messages(encoded.map((item) => ({ ...item, raw: encoded[0]?.raw })))).toEqual([unusual]);
    });

    it('the PSBT pays another recipient', () => {
      const thief = { value: 1n, script: lockOf('p2wpkh', keyOf('thief')).script };
      const message = 'transaction.encoded: the PSBT pays others beside the recipient';
      expect(messages(planned((plan) => ({ ...plan, outputs: [...plan.outputs, thief] })).encoded)).toEqual([message]);
      expect(messages(planned((plan) => ({ ...plan, outputs: [...plan.outputs.slice(0, 1), thief] })).encoded)).toEqual(
        [message],
      );
    });

    it('the outputs are worth more than the inputs', () => {
      const { encoded } = planned((plan) => ({ ...plan, inputs: plan.inputs.slice(0, 1) }));
      expect(explain(chain, encoded).data).toMatchObject({ fees: '-49000' });
      expect(messages(encoded)).toEqual([
        'transaction.encoded: the outputs of the PSBT are worth more than its inputs',
      ]);
    });

    it('the amount exceeds all existing coins', () => {
      const { encoded } = planned((plan) => ({
        ...plan,
        inputs: plan.inputs.map((input) => ({ ...input, value: 2_100_000_000_000_001n })),
      }));
      expect(messages(encoded)).toEqual(['transaction.encoded: the PSBT has amounts that cannot be']);
      expect(messages(encoded, chains.dogecoin)).not.toContain(
        'transaction.encoded: the PSBT has amounts that cannot be',
      );
    });

    it.each<[string, (plan: Plan) => Plan]>([
      ['has a lock time', (plan) => ({ ...plan, lockTime: 1 })],
      ['has version 1', (plan) => ({ ...plan, version: 1 as 2 })],
      [
        'has a sequence of its own',
        (plan) => ({ ...plan, inputs: plan.inputs.map((input) => ({ ...input, sequence: 5 })) }),
      ],
      [
        'mixes sequences',
        (plan) => ({ ...plan, inputs: plan.inputs.map((input, i) => ({ ...input, sequence: 0xfffffffd + i })) }),
      ],
    ])('it %s', (_, change) => {
      expect(messages(planned(change).encoded, signet)).toContain(unusual);
    });

    it('the PSBT has fields that encode does not write', () => {
      const { encoded } = planned();
      const sighash: [string, string] = ['03', '02000000'];
      expect(messages(withFields(encoded, 1, (fields) => [...fields, sighash]))).toEqual([unusual]);
      expect(messages(withFields(encoded, 1, (fields) => [...fields, ['fa', '00']]))).toEqual([unusual]);
      expect(messages(withFields(encoded, 0, (fields) => [...fields, ['fb', '00000000']]))).toEqual([unusual]);
      expect(messages(withFields(encoded, 3, (fields) => [...fields, ['00', '51']]))).toEqual([unusual]);
    });

    it('it is too large for any node', () => {
      const { encoded } = planned((plan) => ({
        ...plan,
        outputs: [{ value: 0n, script: new Uint8Array(100_000) }],
      }));
      expect(explain(chain, encoded)).toMatchObject({ data: { mode: 'unknown' }, errors: [{ message: unusual }] });
    });

    it('an input is of another kind', () => {
      const { encoded } = planned();
      const unknown = { data: { mode: 'unknown' }, errors: [expect.objectContaining({ message: unusual })] };
      // Witness version 0 with 32 bytes.
      const p2wsh: [string, string] = ['01', `50c3000000000000220020${'11'.repeat(32)}`];
      expect(
        explain(
          chain,
          withFields(encoded, 1, () => [p2wsh]),
        ),
      ).toEqual(unknown);
      expect(
        explain(
          chain,
          withFields(encoded, 1, () => []),
        ),
      ).toEqual(unknown);
      const legacy = planned(undefined, 'p2pkh').encoded;
      const previous = maps(bytes(legacy[0]?.raw?.value ?? ''))[2]?.fields ?? [];
      expect(
        explain(
          chain,
          withFields(legacy, 1, () => previous),
        ),
      ).toEqual(unknown);
      const nested = planned(undefined, 'p2sh-p2wpkh').encoded;
      expect(
        explain(
          chain,
          withFields(nested, 1, (fields) => fields.filter(([name]) => name !== '04')),
        ),
      ).toEqual(unknown);
    });

    it('amounts differ from the previous transactions', () => {
      const { encoded } = planned(undefined, 'p2pkh');
      const script = lockOf('p2pkh', keyOf('sender')).script;
      const utxo = (value: string): [string, string] => ['01', `${value}19${toHex(script)}`];
      expect(
        explain(
          chain,
          withFields(encoded, 1, (fields) => [...fields, utxo('51c3000000000000')]),
        ).data,
      ).toEqual({ mode: 'unknown' });
      // The right amount does no harm, but encode does not write it.
      expect(messages(withFields(encoded, 1, (fields) => [...fields, utxo('50c3000000000000')]))).toEqual([unusual]);
    });
  });

  describe('for an extended key', () => {
    let result: Encoded;
    let items: readonly EncodedItem[];
    const { xpub, addresses } = vectorAccount('bitcoin', 84);

    beforeAll(async () => {
      const { ledger, encode } = createRig('bitcoin');
      ledger.fund(addresses['0/0'] ?? '', 40_000n);
      ledger.fund(addresses['0/1'] ?? '', 40_000n);
      result = await encode({
        senderAddress: xpub,
        recipientAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        amount: '60000',
      });
      items = result.transaction.encoded;
    });

    it('tells the rate that was paid: not above the one that was asked for', async () => {
      const { ledger, encode } = createRig('bitcoin');
      ledger.fund(addresses['0/0'] ?? '', 90_000n);
      const { transaction } = await encode({
        senderAddress: xpub,
        recipientAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        amount: '60000',
        params: { feeRate: '3.3' },
      });
      const rate = Number(explain(chain, transaction.encoded).wishes?.feeRate);
      expect(rate).toBeLessThanOrEqual(3.3);
      expect(rate).toBeGreaterThan(3.29);
    });

    it('tells the recipient, and leaves the sender to a client that knows the key', () => {
      const { data, errors } = explain(chain, items);
      expect(errors).toEqual([]);
      expect(data).toEqual({
        mode: 'transfer',
        recipientAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        amount: '60000',
        fees: result.data.fees,
        changeAddress: addresses['1/0'],
      });
    });

    it('finds change that is not locked with its named key, or names no key', () => {
      const message = 'transaction.encoded: the PSBT pays others beside the recipient';
      const foreign: [string, string] = [`02${toHex(keyOf('thief').publicKey)}`, '0000000000000000'];
      expect(messages(withFields(items, 4, () => []))).toEqual([message]);
      expect(messages(withFields(items, 4, () => [foreign]))).toEqual([message]);
    });
  });

  it.each([
    ['nothing', []],
    ['no PSBT', [{ hash: { format: 'sha256', value: '00'.repeat(32) } }]],
    ['something else', [{ raw: { format: 'RLP', value: '00' } }]],
    ['no hex', [{ raw: { format: 'PSBT', value: 'cHNidP8B' } }]],
    ['half a PSBT', [{ raw: { format: 'PSBT', value: '70736274ff01' } }]],
  ] as [string, EncodedItem[]][])('refuses %s', (_, encoded) => {
    expect(() => explain(chain, encoded)).toThrowError(RefusedError);
    expect(() => explain(chain, encoded)).toThrowError(
      'transaction.encoded: it has no item with a PSBT of version 0 in hex',
    );
  });

  it('explains nothing of transactions without inputs or outputs', () => {
    const empty = { raw: { format: 'PSBT' as const, value: '70736274ff01000a0000000000000000000000' } };
    expect(explain(chain, [empty])).toMatchObject({ data: { mode: 'unknown' }, errors: [{ message: unusual }] });
  });
});
