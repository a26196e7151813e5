import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor, nobody, recipient, sender, stranger } from '../../../../packages/tron/test/world/actor.ts';
import { errorsOf, warningsOf } from '../chain-network.ts';
import { expectRefusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Transfers that the chain would refuse, or that would lose coins. They are found out before anything is signed.

let network: Network;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: '1000000' },
};

const refuses = (data: Readonly<Record<string, unknown>>, expected: Parameters<typeof expectRefusal>[2]) =>
  expectRefusal(network, data, expected);

/** An account with this balance, in sun. */
async function holding(name: string, balance: bigint) {
  const { address, publicKey, privateKey } = actor(name);
  await network.engine.fund(address, balance);
  return { address, publicKey, privateKey };
}

const all = 'f'.repeat(64);
/** A bit for transfers of TRX: the second one of the first byte. */
const onlyTransfers = `02${'0'.repeat(62)}`;
const onlyVotes = `10${'0'.repeat(62)}`;

describe('senders', () => {
  it('that were never activated', () =>
    refuses(
      { ...transfer, senderAddress: nobody.address },
      { code: 'sender.notFound', field: 'senderAddress', message: 'Sender account does not exist' },
    ));

  it('whose owner permission belongs to somebody else, as of accounts that fraudsters show', async () => {
    const { address } = await holding('watched', 1_000_000_000n);
    await network.engine.setPermissions(address, {
      ...{ id: 0, name: 'owner', threshold: 1, keys: [{ address: stranger.address, weight: 1 }] },
    });
    await refuses(
      { ...transfer, senderAddress: address },
      {
        ...{ code: 'sender.notWallet', field: 'senderAddress' },
        message: `The sender cannot sign and pay for transactions: its owner permission belongs to ${stranger.address}, so only that key can move what it holds. Fraudsters show such accounts as bait.`,
      },
    );
  });

  it('that need two of three keys', async () => {
    const { address, publicKey } = await holding('two of three', 1_000_000_000n);
    const keys = [address, recipient.address, stranger.address].map((key) => ({ address: key, weight: 1 }));
    await network.engine.setPermissions(address, { id: 0, name: 'owner', threshold: 2, keys });
    const expected = {
      ...{ code: 'sender.severalSignatures', field: 'senderAddress' },
      message: 'Account requires several signatures: the key has weight 1, and permission 0 needs 2.',
    };
    await refuses({ ...transfer, senderAddress: address }, expected);
    await refuses({ ...transfer, senderAddress: address, senderPubKey: publicKey }, expected);
  });

  it('that need two keys, both of others', async () => {
    const { address } = await holding('two of others', 1_000_000_000n);
    const keys = [recipient.address, stranger.address].map((key) => ({ address: key, weight: 1 }));
    await network.engine.setPermissions(address, { id: 0, name: 'owner', threshold: 2, keys });
    await refuses(
      { ...transfer, senderAddress: address },
      {
        ...{ code: 'sender.severalSignatures', field: 'senderAddress' },
        message:
          'Account requires several signatures: its owner permission needs several other keys, with weight 2 together.',
      },
    );
  });

  describe('with an active permission', () => {
    const guarded = actor('guarded');
    const clerk = actor('clerk');
    const from = { ...transfer, senderAddress: guarded.address, senderPubKey: clerk.publicKey };

    beforeAll(async () => {
      await network.engine.fund(guarded.address, 1_000_000_000n);
      const owner = { id: 0, name: 'owner', threshold: 1, keys: [{ address: guarded.address, weight: 1 }] };
      const keys = [{ address: clerk.address, weight: 1 }];
      await network.engine.setPermissions(guarded.address, owner, [
        { id: 2, name: 'votes', threshold: 1, keys, operations: onlyVotes },
        { id: 3, name: 'transfers', threshold: 1, keys, operations: onlyTransfers },
        { id: 4, name: 'pairs', threshold: 2, keys, operations: all },
      ]);
    });

    it('sign with the one that is for transfers', async () => {
      const encoded = await network.encoded(from);
      expect(encoded.data.params).toMatchObject({
        raw_data: { contract: [{ Permission_id: 3 }] },
        signers: [{ key: clerk.address }],
      });
    });

    it.each([
      [2, 'permission 2 is not for transactions of this kind'],
      [4, 'the key of the signer has weight 1, and permission 4 needs 2'],
      [5, 'the account has no permission 5'],
    ])('that wish for permission %i', (permissionId, reason) =>
      refuses(
        { ...from, params: { permissionId } },
        {
          ...{ code: 'wish.invalid', field: 'params.permissionId' },
          message: `transaction.data.params.permissionId cannot be wished for like this: ${reason}.`,
        },
      ),
    );

    it('with a key that is in no permission', () =>
      refuses(
        { ...from, senderPubKey: stranger.publicKey },
        {
          ...{ code: 'publicKey.mismatch', field: 'senderPubKey', status: 400 },
          message: new RegExp(stranger.address),
        },
      ));
  });
});

describe('recipients', () => {
  it('that are the sender', () =>
    refuses(
      { ...transfer, recipientAddress: sender.address },
      {
        ...{ code: 'transaction.fails', field: 'recipientAddress' },
        message: 'The transaction would fail: the chain takes no transfers to oneself.',
      },
    ));

  describe('that are contracts', () => {
    let toContract: Readonly<Record<string, unknown>>;

    beforeAll(async () => {
      toContract = { ...transfer, recipientAddress: await network.engine.deployTrc20({ kind: 'standard' }) };
    });

    it('are warned of, where the chain allows them', async () => {
      const answer = await network.encode(toContract);
      expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
      expect(warningsOf(answer)).toContain('recipient.isContract');
    });

    it('are refused, where the chain refuses them (getForbidTransferToContract)', async () => {
      await network.engine.setParameter('getForbidTransferToContract', 1n);
      const afterwards = await openNetwork({}, network.engine);
      await expectRefusal(afterwards, toContract, {
        ...{ code: 'transaction.fails', field: 'recipientAddress' },
        message:
          'The transaction would fail: the recipient is a contract, and the chain takes no transfers of TRX to contracts.',
      });
      await afterwards.close();
    });
  });

  it('that are the zero address are refused', () =>
    refuses(
      { ...transfer, recipientAddress: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
      {
        ...{ code: 'recipient.zeroAddress', field: 'recipientAddress' },
        message: 'The recipient is the zero address: what is sent there is lost.',
      },
    ));

  it('that nobody has the key of are warned of', async () => {
    const answer = await network.encode({ ...transfer, recipientAddress: 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY' });
    expect(answer.status).toBe(200);
    expect(warningsOf(answer)).toContain('recipient.bridge');
  });
});

describe('amounts', () => {
  it.each([
    ['more than there is', String(1_000_000_000_000n)],
    ['more than a transaction can hold', String(2n ** 63n)],
    ['more than any number of the chain', String(2n ** 250n)],
  ])('%s', (_, amount) =>
    refuses(
      { ...transfer, amount },
      { code: 'balance.insufficient', field: 'amount', message: /^Insufficient balance: the account holds 10000 TRX/ },
    ),
  );

  it('that leave too little for the activation of the recipient', async () => {
    const { address } = await holding('activates', 2_000_000n);
    await refuses(
      { ...transfer, senderAddress: address, recipientAddress: nobody.address },
      {
        ...{ code: 'balance.insufficient', field: 'amount' },
        message:
          'Insufficient balance: the account holds 2 TRX, but 1 TRX are to be sent, and up to 1.1 TRX in fees: 2.1 TRX in all.',
      },
    );
  });

  it('that leave too little for the memo', async () => {
    const { address } = await holding('memo', 1_500_000n);
    await refuses(
      { ...transfer, senderAddress: address, memo: 'rent' },
      {
        ...{ code: 'balance.insufficient', field: 'amount' },
        message:
          'Insufficient balance: the account holds 1.5 TRX, but 1 TRX are to be sent, and up to 1 TRX in fees: 2 TRX in all.',
      },
    );
  });

  it('that leave too little for bandwidth', async () => {
    const { address } = await holding('bandwidth', 1_100_000n);
    await network.engine.setResources(address, { freeNetUsed: 600n });
    await refuses(
      { ...transfer, senderAddress: address },
      {
        ...{ code: 'balance.insufficient', field: 'amount' },
        message:
          /^Insufficient balance: the account holds 1\.1 TRX, but 1 TRX are to be sent, and up to 0\.26[5-9] TRX/,
      },
    );
  });

  it('everything of less than the activation costs', async () => {
    const { address } = await holding('everything', 1_100_000n);
    await refuses(
      {
        ...transfer,
        ...{ senderAddress: address, recipientAddress: nobody.address, amount: undefined, useMaxAmount: true },
      },
      {
        ...{ code: 'balance.nothingToSend', field: 'amount' },
        message:
          'Insufficient balance: the account holds 1.1 TRX, which does not cover the network fees of up to 1.1 TRX.',
      },
    );
  });
});

describe('wishes', () => {
  const wished = (value: number, reason: string) =>
    refuses(
      { ...transfer, params: { expiration: value } },
      {
        ...{ code: 'wish.invalid', field: 'params.expiration' },
        message: `transaction.data.params.expiration cannot be wished for like this: ${reason}.`,
      },
    );

  it('to expire in the past', () => wished(1_700_000_000_000, 'it is in the past'));
  it('in seconds', () => wished(1_795_392_000, 'it is in the past'));
  it('to expire in more than a day', () =>
    wished(Date.now() + 2 * 86_400_000, 'it is more than 24 hours after the latest block'));
});

describe('memos', () => {
  it('with half a character', () =>
    refuses(
      { ...transfer, memo: '\ud800' },
      {
        ...{ code: 'wish.invalid', field: 'memo' },
        message: 'transaction.data.memo cannot be wished for like this: it has half a character.',
      },
    ));

  it('beyond the size of a transaction', () =>
    refuses(
      { ...transfer, memo: 'm'.repeat(512_000) },
      {
        ...{ code: 'memo.tooLong', field: 'memo' },
        message: /^The memo has 512000 bytes: this transaction has room for 511\d\d\d\.$/,
      },
    ));

  it('beyond the size of a transaction that creates an account', async () => {
    const room = 859;
    const payer = await holding('writes memos', 1_000_000_000n);
    const toNobody = (bytes: number) => ({
      ...{ ...transfer, senderAddress: payer.address, memo: 'm'.repeat(bytes) },
      recipientAddress: actor('reads memos').address,
    });
    await refuses(toNobody(room + 1), {
      ...{ code: 'memo.tooLong', field: 'memo' },
      message: `The memo has ${room + 1} bytes: this transaction has room for ${room}.`,
    });
    // The chain takes the longest one.
    const encoded = await network.encoded(toNobody(room));
    expect((await network.broadcast(encoded, network.sign(encoded, payer))).status).toBe(200);
  });
});
