import { Secp256k1Wallet } from '@cosmjs/amino';
import type { CompletedData, EncodedItem } from '@isochain/core';
import { eventually } from '@isochain/devnet/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signHash, type TestKey } from '../test/keys.ts';
import { describeWithNode } from '../test/real-node.ts';
import { type Rig, startRig } from '../test/rig.ts';
import { cosmos } from './index.ts';

// A real node of cosmos-sdk 0.54 judges signatures over amino documents. The signer is @cosmjs/amino.

interface Encoded {
  readonly data: CompletedData;
  readonly encoded: readonly EncodedItem[];
}

describeWithNode('amino signatures on a real node', () => {
  let rig: Rig;
  let key: TestKey;
  let wallet: Secp256k1Wallet;
  beforeAll(async () => {
    rig = await startRig('cosmoshub-testnet');
    key = rig.key(1);
    await rig.engine.fund(key.address, 100_000_000n);
    wallet = await Secp256k1Wallet.fromKey(key.privateKey, 'cosmos');
    // What tests move, unstake and claim from.
    await rig.walk(key, { mode: 'stake', targetValidatorAddress: first(), amount: '5000000' });
  });
  afterAll(() => rig?.engine.stop());

  const open = () => {
    const { endpoints, oldestBlockMs } = rig.engine.settings;
    return cosmos.connect('cosmoshub-testnet', { endpoints, oldestBlockMs });
  };

  async function encode(intent: object, params: object = { signMode: 'amino' }): Promise<Encoded> {
    const by = { senderAddress: key.address, senderPubKey: key.publicKey };
    const { transaction, status } = await open().encode({ ...by, ...intent, params } as never);
    expect(status.errors).toEqual([]);
    return transaction as unknown as Encoded;
  }

  function itemOf({ encoded }: Encoded, format: string): EncodedItem {
    const item = encoded.find(({ raw }) => raw?.format === format);
    if (item === undefined) throw new Error(`There is no ${format}.`);
    return item;
  }

  /** Signs as wallets do: from the JSON of the document. */
  async function signed(transaction: Encoded): Promise<string> {
    const document = JSON.parse(itemOf(transaction, 'SIGNDOC_AMINO_JSON').raw?.value ?? '');
    return JSON.stringify(await wallet.signAmino(key.address, document));
  }

  /** Waits for rewards that can be paid. Every block brings some, and one block may bring less than a unit. */
  async function expectRewards(validator: string): Promise<void> {
    const path = `/cosmos/distribution/v1beta1/delegators/${key.address}/rewards/${validator}`;
    const look = async () => (await rig.engine.rest<{ rewards: { amount: string }[] }>(path)).rewards;
    await eventually(look, (rewards) => rewards.some(({ amount }) => Number(amount) >= 1));
  }

  /** Broadcasts, and waits until the block carries it out. */
  async function expectMined(transaction: Encoded, signature: string) {
    const { hash } = await open().broadcast({ ...transaction, signature } as never);
    await rig.engine.mine(2);
    const found = await rig.engine.rest<Mined>(`/cosmos/tx/v1beta1/txs/${hash}`);
    expect(found).toMatchObject({
      tx_response: { code: 0 },
      tx: { auth_info: { signer_infos: [{ mode_info: { single: { mode: 'SIGN_MODE_LEGACY_AMINO_JSON' } } }] } },
    });
    return found;
  }

  interface Mined {
    readonly tx: {
      readonly body: { readonly memo: string; readonly messages: readonly { readonly '@type': string }[] };
    };
  }

  const memo = 'Tom & Jerry <tom@example.com> "é" \\ /';
  const [first, second] = [() => rig.engine.validators[0] ?? '', () => rig.engine.validators[1] ?? ''];

  it.each([
    ['MsgSend', () => ({ mode: 'transfer', recipientAddress: rig.key(2).address, amount: '1000' })],
    ['MsgDelegate', () => ({ mode: 'stake', targetValidatorAddress: first(), amount: '5000000' })],
    [
      'MsgBeginRedelegate',
      () => ({
        ...{ mode: 'stake', sourceValidatorAddress: first() },
        ...{ targetValidatorAddress: second(), amount: '1000000' },
      }),
    ],
    ['MsgUndelegate', () => ({ mode: 'unstake', validatorAddress: first(), amount: '1000000' })],
    ['MsgWithdrawDelegatorReward', () => ({ mode: 'claimRewards', validatorAddress: first() })],
  ])('of %s are carried out, with a memo that has &, < and >', async (type, intent) => {
    if (type === 'MsgWithdrawDelegatorReward') await expectRewards(first());
    const transaction = await encode({ ...intent(), memo });
    const { tx } = await expectMined(transaction, await signed(transaction));
    expect(tx.body.memo).toBe(memo);
    expect(tx.body.messages.map((message) => message['@type'].split('.').at(-1))).toEqual([type]);
  });

  it('of a claim that stakes again, which has two messages, are carried out', async () => {
    await expectRewards(first());
    const transaction = await encode({ mode: 'claimRewards', validatorAddress: first(), compound: true, memo });
    const { tx } = await expectMined(transaction, await signed(transaction));
    expect(tx.body.messages).toHaveLength(2);
  });

  it.each(['a\u2028b', 'a\u2029b & <c>'])(
    'over the bytes of the document are carried out where cosmjs writes %j in another way',
    async (text) => {
      const transaction = await encode({
        ...{ mode: 'transfer', recipientAddress: rig.key(2).address, amount: '1000', memo: text },
      });
      // Go escapes these two, and cosmjs does not: what cosmjs signs is another document.
      await expect(
        open().broadcast({ ...transaction, signature: await signed(transaction) } as never),
      ).rejects.toMatchObject({ code: 'signature.mismatch' });
      const hash = Buffer.from(itemOf(transaction, 'SIGNDOC_AMINO').hash?.value ?? '', 'hex');
      const { tx } = await expectMined(transaction, Buffer.from(signHash(hash, key)).toString('hex'));
      expect(tx.body.memo).toBe(text);
    },
  );

  it('without the wish are refused here, and the answer says how to get the document', async () => {
    const intent = { mode: 'transfer', recipientAddress: rig.key(2).address, amount: '1000', memo };
    const signature = await signed(await encode(intent));
    await expect(open().broadcast({ ...(await encode(intent, {})), signature } as never)).rejects.toMatchObject({
      code: 'signature.mismatch',
      problems: [
        { code: 'signature.mismatch' },
        { context: { reason: expect.stringContaining('encode with params.signMode amino') } },
      ],
    });
  });
});
