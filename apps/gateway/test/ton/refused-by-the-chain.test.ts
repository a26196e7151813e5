import { beginCell, type Cell } from '@ton/core';
import { TreasuryContract } from '@ton/sandbox';
import { MultisigWallet, WalletContractV2R2, WalletContractV5Beta } from '@ton/ton';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor } from '../../../../packages/ton/test/world/actor.ts';
import {
  addressOf,
  coin,
  fifth,
  newcomer,
  nobody,
  recipient,
  sender,
  stranger,
} from '../../../../packages/ton/test/world/cast.ts';
import { type Behaviour, errorsOf, lies, warningsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// Intents that the chain would refuse, or that would lose coins, as it is right now. They are found out before anything is signed.

let network: Network;
let token: string;

beforeAll(async () => {
  network = await openNetwork();
  token = network.world.token;
});
afterAll(() => network.close());

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: String(coin) },
};
const tokens = () => ({ ...transfer, mode: 'transferToken', tokenId: token, amount: '1' });

interface Expected {
  readonly code: string;
  /** Without `transaction.data.`. */
  readonly field: string;
  readonly message: string | RegExp;
  /** 200: an answer with an error in it. 400: the request contradicts itself. */
  readonly status?: 400;
}

/** Encodes, and expects this error alone, nothing to sign, and nothing sent. */
async function expectRefusal(data: Readonly<Record<string, unknown>>, expected: Expected, by = network) {
  const answer = await by.encode(data);
  const { code, field, message, status = 200 } = expected;
  expect(errorsOf(answer)).toMatchObject({
    status,
    errors: [{ code, field: `transaction.data.${field}`, message: expect.stringMatching(message) }],
  });
  expect(errorsOf(answer).errors).toHaveLength(1);
  if (status === 200) expect(answer.body.transaction).toMatchObject({ encoded: [] });
  else expect(answer.body.transaction).toBeUndefined();
  expect(by.broadcasts()).toBe(0);
}

/** Writes a contract with coins. */
async function contract(name: string, code: Cell | null | undefined, data: Cell | null | undefined): Promise<string> {
  if (!code || !data) throw new Error(`the contract of ${name} has no code or no data`);
  const address = addressOf(name).toString({ bounceable: false });
  await network.world.engine.setContract(address, { code, data, balance: 10n * coin });
  return address;
}

const notWallet = (reason: string): Expected => ({
  ...{ code: 'sender.notWallet', field: 'senderAddress' },
  message: `The sender cannot sign and pay for transactions: ${reason}.`,
});

describe('senders', () => {
  const unknown = notWallet(
    'its contract is not a wallet of version v3r1, v3r2, v4r1, v4r2 or v5r1, as wallets with several keys and wallets for many payments are not',
  );
  const key = Buffer.from(sender.publicKey, 'hex');

  it('that are no wallets', () => expectRefusal({ ...transfer, senderAddress: token }, unknown));

  it('that need several keys (multisig)', async () => {
    const { init } = new MultisigWallet([key, Buffer.from(stranger.publicKey, 'hex')], 0, 0, 2);
    const senderAddress = await contract('multisig', init.code, init.data);
    await expectRefusal({ ...transfer, senderAddress }, unknown);
  });

  it('that are wallets for many payments (highload)', async () => {
    // The treasury of @ton/sandbox: it sends up to 255 messages at once, as wallets of this kind do.
    const data = beginCell().storeUint(0, 256).endCell();
    const { code } = TreasuryContract;
    await expectRefusal({ ...transfer, senderAddress: await contract('highload', code, data) }, unknown);
  });

  it.each([
    ['version 2', WalletContractV2R2.create({ workchain: 0, publicKey: key }).init],
    ['the first draft of version 5', WalletContractV5Beta.create({ publicKey: key }).init],
  ] as const)('that are wallets of %s', async (name, { code, data }) => {
    await expectRefusal({ ...transfer, senderAddress: await contract(name, code, data) }, unknown);
  });

  it('whose wallet of version 5 has its key switched off', async () => {
    const extension = beginCell().storeUint(1, 8).endCell();
    const data = beginCell().storeBit(false).storeUint(3, 32).storeInt(2_147_483_409, 32);
    data.storeBuffer(Buffer.from(fifth.publicKey, 'hex')).storeMaybeRef(extension);
    const senderAddress = await contract('switched off', fifth.init.code, data.endCell());
    await expectRefusal(
      { ...transfer, senderAddress },
      notWallet('its wallet takes no signatures, only messages of its extensions'),
    );
  });

  it('that the validators suspended', async () => {
    const { address, publicKey } = actor(71);
    await network.world.engine.fund(address, coin);
    await network.world.engine.suspend(address);
    await expectRefusal(
      { ...transfer, senderAddress: address, senderPubKey: publicKey, amount: '1' },
      notWallet('the account is suspended by a vote of the validators, so it cannot be deployed'),
    );
  });

  it('that are frozen', async () => {
    const freeze = lies(/^\/accountStates$/, (told: { accounts: object[] }) => ({
      accounts: told.accounts.map((account) => ({ ...account, status: 'frozen', code_boc: null, data_boc: null })),
    }));
    // The configuration is asked for in the same way, alone.
    const behaves: Behaviour = (asked, forward) =>
      asked.query.getAll('address').length > 1 ? freeze(asked, forward) : forward();
    const only = await openNetwork({ nodes: { node: { behaves } } }, network.world);
    await expectRefusal(
      transfer,
      notWallet('the account is frozen, because it owed too much for storage: it must be unfrozen first'),
      only,
    );
    await only.close();
  });

  it("with another wallet's key", () =>
    expectRefusal(
      { ...transfer, senderPubKey: stranger.publicKey },
      {
        ...{ code: 'publicKey.mismatch', field: 'senderPubKey', status: 400 as const },
        message: /^senderPubKey belongs to the wallet EQ[\w-]{46}, not to senderAddress\.$/,
      },
    ));

  it('that are not deployed, with a key of nobody here', () =>
    expectRefusal(
      { ...transfer, senderAddress: newcomer.address, senderPubKey: stranger.publicKey },
      {
        status: 400 as const,
        code: 'publicKey.mismatch',
        field: 'senderPubKey',
        message: /^senderPubKey belongs to (EQ[\w-]{46}, ){5}not/,
      },
    ));

  it('that are not deployed, without a key', () =>
    expectRefusal(
      { ...transfer, senderAddress: newcomer.address },
      {
        ...{ code: 'publicKey.required', field: 'senderPubKey' },
        message: /its wallet is not deployed, so the chain does not know its key\.$/,
      },
    ));

  it('that were never seen', () =>
    expectRefusal(
      { ...transfer, senderAddress: actor(80).address, senderPubKey: actor(80).publicKey },
      { code: 'balance.insufficient', field: 'amount', message: /^Insufficient balance: the account holds 0 TON/ },
    ));
});

describe('amounts', () => {
  it.each([
    ['more than there is', String(1_000n * coin)],
    ['more than a message can hold', String(2n ** 120n)],
    ['more than any number of the chain', String(2n ** 250n)],
  ])('%s', (_, amount) =>
    expectRefusal(
      { ...transfer, amount },
      {
        code: 'balance.insufficient',
        field: 'amount',
        message: /^Insufficient balance: the account holds 99\.99\d+ TON/,
      },
    ),
  );

  it('a jetton transfer that lacks 0.01 coins', async () => {
    const { address, publicKey } = actor(72);
    const { engine } = network.world;
    // It needs 0.05 to attach, and its own fees.
    await engine.fund(address, 40_000_000n);
    await engine.mint(token, address, 100n);
    await expectRefusal(
      { ...tokens(), senderAddress: address, senderPubKey: publicKey },
      {
        ...{ code: 'balance.insufficientForFees', field: 'senderAddress' },
        message: /^Insufficient TON to pay network fees: needs up to 0\.051\d+ TON, has 0\.04 TON\.$/,
      },
    );
  });
});

describe('comments', () => {
  it.each([
    ['of too many letters', 'x'.repeat(60_001), 60_001],
    ['of too many bytes', 'ü'.repeat(30_001), 60_002],
  ])('%s', async (_, memo, bytes) => {
    const expected = {
      ...{ code: 'memo.tooLong', field: 'memo' },
      message: `The memo has ${bytes} bytes: this transaction has room for 60000.`,
    };
    await expectRefusal({ ...transfer, memo }, expected);
    await expectRefusal({ ...tokens(), memo }, expected);
  });

  it('of half a character', () =>
    expectRefusal(
      { ...transfer, memo: 'a\ud800' },
      {
        ...{ code: 'wish.invalid', field: 'memo' },
        message: 'transaction.data.memo cannot be wished for like this: it has half a character.',
      },
    ));
});

describe('sequence numbers', () => {
  it('that are used', () =>
    expectRefusal(
      { ...transfer, nonce: '1' },
      { code: 'nonce.used', field: 'nonce', message: 'Nonce 1 is already used: the next one is 2.' },
    ));

  it('that come later', () =>
    expectRefusal(
      { ...transfer, nonce: '3' },
      {
        ...{ code: 'wish.invalid', field: 'nonce' },
        message: 'transaction.data.nonce cannot be wished for like this: nodes take only the next sequence number, 2.',
      },
    ));
});

describe('jettons', () => {
  it('that do not exist', () =>
    expectRefusal(
      { ...tokens(), tokenId: nobody },
      {
        code: 'token.unknown',
        field: 'tokenId',
        message: /^There is no token EQ[\w-]{46} on TON: there is no contract\.$/,
      },
    ));

  it('that are none', () =>
    expectRefusal(
      { ...tokens(), tokenId: recipient.address },
      {
        code: 'token.notFungible',
        field: 'tokenId',
        message: /does not answer like a fungible token: it names no jetton wallets\.$/,
      },
    ));

  it('with too few coins', () =>
    expectRefusal(
      { ...tokens(), amount: '5000001' },
      {
        ...{ code: 'token.insufficient', field: 'amount' },
        message: 'Insufficient token balance: the account holds 5 GLD, but 5.000001 GLD are to be sent.',
      },
    ));

  it('without any', () =>
    expectRefusal(
      { ...tokens(), senderAddress: fifth.address, amount: undefined, useMaxAmount: true },
      { code: 'token.nothingToSend', field: 'amount', message: /^Insufficient token balance: the account holds no / },
    ));

  it('to contracts of the jetton', async () => {
    await expectRefusal(
      { ...tokens(), recipientAddress: token },
      {
        ...{ code: 'recipient.isToken', field: 'recipientAddress' },
        message: 'The recipient is the token contract itself: tokens sent there are lost.',
      },
    );
    for (const owner of [sender, recipient]) {
      const recipientAddress = await network.world.engine.jettonWallet(token, owner.address);
      await expectRefusal(
        { ...tokens(), recipientAddress },
        {
          code: 'recipient.keepsCoins',
          field: 'recipientAddress',
          message: /jetton wallet.*: what is sent there is lost\.$/,
        },
      );
    }
  });

  it('to the masterchain', () =>
    expectRefusal(
      { ...tokens(), recipientAddress: `-1:${'7'.repeat(64)}` },
      {
        ...{ code: 'token.untransferable', field: 'recipientAddress' },
        message:
          'The token cannot be transferred: jettons stay in workchain 0, and the recipient is in the masterchain.',
      },
    ));

  it('whose master does not confirm the jetton wallet', async () => {
    const thief = addressOf('wallet of a thief').toRawString().toUpperCase();
    const behaves = lies(/^\/jetton\/wallets$/, (told: { jetton_wallets: object[] }) => ({
      ...told,
      jetton_wallets: told.jetton_wallets.map((row) => ({ ...row, address: thief })),
    }));
    const lying = await openNetwork({ nodes: { node: { behaves } } }, network.world);
    await expectRefusal(
      tokens(),
      {
        ...{ code: 'token.walletUnconfirmed', field: 'tokenId' },
        message: new RegExp(addressOf('wallet of a thief').toString()),
      },
      lying,
    );
    await lying.close();
  });
});

describe('recipients', () => {
  it('that are not deployed get coins that do not come back, with a warning', async () => {
    const answer = await network.encode({ ...transfer, recipientAddress: nobody });
    expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
    expect(warningsOf(answer)).toContain('recipient.uninitialized');
    expect(answer.body.transaction).toMatchObject({ data: { params: { bounce: false } } });
  });
});
