import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multisigAddress } from '../../../../packages/algorand/test/judge.ts';
import {
  type Actor,
  actor,
  newcomer,
  recipient,
  sender,
  stranger,
} from '../../../../packages/algorand/test/world/actor.ts';
import { keyless, keylike } from '../../../../packages/algorand/test/world/programs.ts';
import { errorsOf, warningsOf } from '../chain-network.ts';
import { expectRefusal, type Refusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Transfers, senders and wishes that the chain would refuse, or that would lose money. Nothing is sent.

type Fields = Readonly<Record<string, unknown>>;

const algo = 1_000_000n;
let network: Network;
let count = 0;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: '1000000' },
};
const all = { amount: undefined, useMaxAmount: true } as const;
/** 32 zero bytes. */
const nobody = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ';
const refuses = (data: Fields, refusal: Refusal) => expectRefusal(network, data, refusal);

/** An account with coins, and a key of its own. */
async function fresh(microAlgos = 5n * algo): Promise<Actor> {
  count += 1;
  const by = actor(`chain ${count}`);
  if (microAlgos > 0n) await network.engine.fund(by.address, microAlgos);
  return by;
}

/** Encodes, signs and sends. The recipient gets the amount, and the sender pays what was announced. */
async function arrives(data: Fields, by: Pick<Actor, 'privateKey'>): Promise<void> {
  const { engine } = network;
  const [from, to] = [String(data.senderAddress), String(data.recipientAddress)];
  const [before, held] = [await engine.balance(to), await engine.balance(from)];
  const encoded = await network.encoded(data);
  expect(errorsOf(await network.broadcast(encoded, network.sign(encoded, by)))).toEqual({ status: 200, errors: [] });
  const amount = BigInt(String(encoded.data.amount));
  expect((await engine.balance(to)) - before).toBe(amount);
  expect(held - (await engine.balance(from))).toBe(amount + BigInt(String(encoded.data.fees)));
}

describe('the zero address', () => {
  it.each([
    ['transfer', transfer],
    ['transfer of everything', { ...transfer, ...all }],
    ['transfer with the end of the account', { ...transfer, ...all, params: { closeAccount: true } }],
  ])('gets nothing by a %s', async (_, data) => {
    const { address: senderAddress } = await fresh();
    await refuses(
      { ...data, senderAddress, recipientAddress: nobody },
      {
        ...{ code: 'recipient.zeroAddress', field: 'recipientAddress' },
        message: 'The recipient is the zero address: what is sent there is lost.',
      },
    );
  });

  it('sends nothing', async () => {
    await network.engine.fund(nobody, 5n * algo);
    await refuses(
      { ...transfer, senderAddress: nobody },
      { code: 'sender.notWallet', field: 'senderAddress', message: /nobody has its key/ },
    );
  });
});

describe('a sender', () => {
  it('that was never used', () =>
    refuses(
      { ...transfer, senderAddress: newcomer.address },
      {
        ...{ code: 'balance.unspendable', field: 'senderAddress' },
        message:
          'Nothing can be sent: the account holds 0 ALGO. After fees of 0.001 ALGO, no more than 0.1 ALGO would be left, and Algorand asks an account to keep that much.',
      },
    ));

  it('with less than amount and fee beside its minimum balance', async () => {
    const { address: senderAddress } = await fresh(algo);
    await refuses(
      { ...transfer, senderAddress, amount: '899001' },
      { code: 'balance.insufficientBesideReserve', field: 'amount', message: /0\.9 ALGO beside its reserve of 0\.1/ },
    );
    await network.encoded({ ...transfer, senderAddress, amount: '899000' });
  });

  it('whose minimum balance is high because of assets, applications and boxes', async () => {
    const { address: senderAddress } = await fresh(2n * algo);
    network.engine.placeHoldings(senderAddress, 3);
    network.engine.placeAccount(senderAddress, { apps: 2, boxes: 1, boxBytes: 100 });
    const { minBalance = 0n } = network.engine.accountState(senderAddress) ?? {};
    // 0.1 ALGO each for the account, its assets and applications; 2,500 and 400 for each byte of a box.
    expect(minBalance).toBe(642_500n);
    const most = 2n * algo - minBalance - 1_000n;
    await refuses(
      { ...transfer, senderAddress, amount: String(most + 1n) },
      { code: 'balance.insufficientBesideReserve', field: 'amount', message: /its reserve of 0\.6425 ALGO/ },
    );
    const { data } = await network.encoded({ ...transfer, senderAddress, ...all });
    expect(data.amount).toBe(String(most));
  });

  it.each([0n, 999n])('with %s microAlgos beside its minimum balance, whatever is sent', async (rest) => {
    const { address: senderAddress } = await fresh(100_000n + rest);
    const refusal = { code: 'balance.unspendable', field: 'senderAddress', message: /^Nothing can be sent/ };
    await refuses({ ...transfer, senderAddress, amount: '1' }, refusal);
    await refuses({ ...transfer, senderAddress, ...all }, refusal);
  });
});

describe('a recipient', () => {
  const pay = (amount: bigint, recipientAddress: string) => ({ ...transfer, recipientAddress, amount: String(amount) });

  it.each([1n, 99_999n])('that is new is not paid %s microAlgos', (amount) =>
    refuses(pay(amount, newcomer.address), {
      ...{ code: 'recipient.belowMinimum', field: 'amount' },
      message: 'The recipient account holds 0 ALGO: it needs at least 0.1 ALGO more to exist on Algorand.',
    }),
  );

  it('that is new is not paid a maximum that is too little', async () => {
    const { address: senderAddress } = await fresh(200_000n);
    await refuses(
      { ...transfer, senderAddress, recipientAddress: newcomer.address, ...all },
      { code: 'recipient.belowMinimum', field: 'amount', message: /0\.1 ALGO more/ },
    );
  });

  it('that is new is paid the minimum balance', async () => arrives(pay(100_000n, (await fresh(0n)).address), sender));

  it('that is below its minimum balance must reach it', async () => {
    const { address } = await fresh(150_000n);
    network.engine.placeHoldings(address, 1);
    await refuses(pay(49_999n, address), {
      code: 'recipient.belowMinimum',
      field: 'amount',
      message: /0\.05 ALGO more/,
    });
    await arrives(pay(50_000n, address), sender);
  });

  it('that is the sender is warned of', async () => {
    const answer = await network.encode({ ...transfer, recipientAddress: sender.address });
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['recipient.isSender']]);
  });
});

describe('a memo', () => {
  it.each([
    ['1,025 letters', 'a'.repeat(1_025)],
    ['513 letters of two bytes', `${'é'.repeat(512)}a`],
    ['257 characters of four bytes', `${'😀'.repeat(256)}a`],
  ])('of %s is too long', (_, memo) =>
    refuses(
      { ...transfer, memo },
      {
        ...{ code: 'memo.tooLong', field: 'memo' },
        message: 'The memo has 1025 bytes: this transaction has room for 1024.',
      },
    ),
  );

  it('with half a character is none', () =>
    refuses({ ...transfer, memo: 'a\ud83d' }, { code: 'memo.invalid', field: 'memo', message: /UTF-8/ }));
});

describe('a rekeyed account', () => {
  /** An account whose key another one replaced. */
  async function rekeyed(): Promise<{ readonly account: Actor; readonly key: Actor }> {
    const [account, key] = [await fresh(), actor(`key ${count}`)];
    network.engine.rekey(account.address, key.address);
    return { account, key };
  }

  it('does not send with its old key', async () => {
    const { account, key } = await rekeyed();
    await refuses(
      { ...transfer, senderAddress: account.address, senderPubKey: account.publicKey },
      {
        ...{ code: 'sender.otherSigner', field: 'senderPubKey' },
        message: `The account is rekeyed: the key of ${key.address} signs for it, and senderPubKey is the key of ${account.address}, which cannot.`,
      },
    );
  });

  it('is not moved by the signature of its old key', async () => {
    const { account } = await rekeyed();
    const data = { ...transfer, senderAddress: account.address };
    const answer = await network.encode(data);
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['sender.rekeyed']]);
    const encoded = await network.encoded(data);
    const sent = network.broadcasts();
    const { status, errors } = errorsOf(await network.broadcast(encoded, network.sign(encoded, account)));
    expect([status, errors[0]?.code, network.broadcasts()]).toEqual([400, 'signature.mismatch', sent]);
  });

  it('sends with its new key, in each form', async () => {
    const { account, key } = await rekeyed();
    for (const senderPubKey of [key.publicKey, `0x${key.publicKey}`, key.address, undefined])
      await arrives({ ...transfer, senderAddress: account.address, senderPubKey, amount: '1000' }, key);
  });

  it('to several keys, or to a program, does not send', async () => {
    const account = await fresh();
    network.engine.rekey(account.address, keyless);
    await refuses(
      { ...transfer, senderAddress: account.address },
      {
        code: 'sender.notWallet',
        field: 'senderAddress',
        message: /to which it was rekeyed, is not that of a single key/,
      },
    );
  });

  it('back to itself sends with its own key', async () => {
    const { account } = await rekeyed();
    network.engine.rekey(account.address, account.address);
    await arrives(
      { ...transfer, senderAddress: account.address, senderPubKey: account.publicKey, amount: '9' },
      account,
    );
  });
});

describe('the key of the sender', () => {
  it('is found in its address', () => arrives(transfer, sender));

  it('of somebody else is refused', () =>
    refuses(
      { ...transfer, senderPubKey: stranger.publicKey },
      {
        ...{ code: 'publicKey.mismatch', field: 'senderPubKey', status: 400 },
        message: `senderPubKey belongs to ${stranger.address}, not to senderAddress.`,
      },
    ));
});

const keys = [actor('cosigner 1'), actor('cosigner 2')];
const addresses = keys.map(({ address }) => address);
describe('an account without a key of its own', () => {
  beforeAll(async () => {
    for (const address of [keyless, keylike]) await network.engine.fund(address, 5n * algo);
  });

  it('sends nothing', () =>
    refuses(
      { ...transfer, senderAddress: keyless },
      { code: 'sender.notWallet', field: 'senderAddress', message: /its address is not that of a single key/ },
    ));

  it('that looks like one with a key is known by how it signed before', async () => {
    network.engine.placeAccount(keylike, { sigType: 'lsig' });
    await refuses(
      { ...transfer, senderAddress: keylike },
      { code: 'sender.notWallet', field: 'senderAddress', message: /a program/ },
    );
    network.engine.placeAccount(keylike, { sigType: 'msig' });
    await refuses(
      { ...transfer, senderAddress: keylike },
      { code: 'sender.severalSignatures', field: 'senderAddress', message: /several keys/ },
    );
  });

  it.each([1, 2])('of which %s of two keys sign sends nothing with one of them', async (threshold) => {
    const account = multisigAddress(threshold, addresses);
    await network.engine.fund(account, 5n * algo);
    const answer = await network.encode({
      ...{ ...transfer, senderAddress: account, senderPubKey: keys[0]?.publicKey },
    });
    expect(errorsOf(answer).errors).toMatchObject([
      { code: expect.stringMatching(/^(publicKey\.mismatch|sender\.(notWallet|severalSignatures))$/) },
    ]);
  });

  it('is not moved by any single signature', async () => {
    const account = multisigAddress(1, addresses);
    await network.engine.fund(account, 5n * algo);
    const answer = await network.encode({ ...transfer, senderAddress: account });
    const sent = network.broadcasts();
    if (errorsOf(answer).errors.length > 0) expect(answer.body.transaction).toMatchObject({ encoded: [] });
    else {
      const encoded = await network.encoded({ ...transfer, senderAddress: account });
      for (const key of keys) {
        const { errors } = errorsOf(await network.broadcast(encoded, network.sign(encoded, key)));
        expect(errors[0]?.code).toBe('signature.mismatch');
      }
    }
    expect(network.broadcasts()).toBe(sent);
  });
});

describe('a window', () => {
  const until = (lastValid: bigint) => ({ ...transfer, params: { lastValid: String(lastValid) } });
  const round = () => BigInt(network.engine.rounds().node);
  const refusal = (message: RegExp) => ({ code: 'wish.invalid', field: 'params.lastValid', message });

  it('that has passed', async () => {
    await refuses(until(round() - 1n), refusal(/past/));
    await refuses(until(round()), refusal(/past/));
    await refuses(until(0n), refusal(/past/));
  });

  it('of more than 1,000 rounds', async () => {
    await refuses(until(round() + 1_001n), refusal(/more than 1000 rounds ahead/));
    await refuses(until(2n ** 64n - 1n), refusal(/more than 1000 rounds ahead/));
    expect((await network.encoded(until(round() + 1_000n))).data.params).toMatchObject({
      lastValid: String(round() + 1_000n),
    });
  });
});

describe('fees', () => {
  it.each(['0', '1', '999'])('of %s microAlgos are too low', (fees) =>
    refuses({ ...transfer, fees }, { code: 'fee.tooLow', field: 'fees', message: /0\.001 ALGO/ }),
  );

  it('beyond reason are a mistake', () =>
    refuses({ ...transfer, fees: String(1_000_000n * algo) }, { code: 'fee.tooHigh', field: 'fees', message: /./ }));

  it('above the ceiling are not offered', async () => {
    network.engine.setFees({ minFee: 100_001n });
    try {
      await refuses(transfer, { code: 'fee.aboveCeiling', field: 'fees', message: /0\.100001 ALGO/ });
    } finally {
      network.engine.setFees({ minFee: 1_000n });
    }
  });

  it('follow the bytes of the transaction while blocks are full', async () => {
    network.engine.setFees({ perByte: 10n });
    try {
      await arrives({ ...transfer, memo: 'a'.repeat(500) }, sender);
    } finally {
      network.engine.setFees({ perByte: 0n });
    }
  });
});

describe('closing an account', () => {
  const close = ({ address: senderAddress }: Actor, more: Fields = {}) => ({
    ...{ ...transfer, senderAddress, ...all, params: { closeAccount: true }, ...more },
  });
  const unclosable = (message: RegExp, field = 'senderAddress') => ({ code: 'account.unclosable', field, message });

  it('that holds assets', async () => {
    const by = await fresh();
    network.engine.placeHoldings(by.address, 2);
    await refuses(close(by), unclosable(/2 assets/));
  });

  it.each([
    ['applications', { apps: 1 }, /application/],
    ['applications that it created', { createdApps: 3 }, /application/],
    ['boxes', { boxes: 1, boxBytes: 10 }, /box/],
  ] as const)('that has %s', async (_, settings, message) => {
    const by = await fresh();
    network.engine.placeAccount(by.address, settings);
    await refuses(close(by), unclosable(message));
  });

  it('that takes part in the consensus', async () => {
    const by = await fresh();
    network.engine.placeAccount(by.address, { status: 'Online', participation });
    await refuses(close(by), unclosable(/takes part in the consensus/));
  });

  it('to itself', async () => {
    const by = await fresh();
    await refuses(close(by, { recipientAddress: by.address }), unclosable(/./, 'recipientAddress'));
  });

  it('with an amount', async () =>
    refuses(close(await fresh(), { amount: '5', useMaxAmount: undefined }), {
      ...{ code: 'wish.invalid', field: 'params.closeAccount', message: /useMaxAmount/ },
    }));

  it('into an account that would stay below its minimum balance', async () =>
    refuses(close(await fresh(100_900n), { recipientAddress: newcomer.address }), {
      ...{ code: 'recipient.belowMinimum', field: 'amount', message: /./ },
    }));
});

const participation = {
  ...{ voteKey: 'fFBFpcUQnDQwq/cUAvQvWmrHrnqiaz0Ev/ZwxfKoAfI=' },
  ...{ selectionKey: 'VrA73XxHg00Wek46mWYV0AeaG8e1+flkExmZ1MDBokM=' },
  stateProofKey: 'NgGFhUgxI4TEIjw0QcBr6lzdBCtZYxVrN1FP3YFdhbnBOLiimfZu6GgBED52D6mHNN9kcyi+RT6FUF2qZtjOkw==',
  ...{ voteFirst: 55_000_000, voteLast: 58_000_000, voteKeyDilution: 1_733 },
};

describe('staking', () => {
  const stake = ({ address }: Actor, params: Fields = {}, more: Fields = {}) => ({
    ...{ mode: 'stake', senderAddress: address, targetValidatorAddress: address, useMaxAmount: true },
    ...{ params: { ...participation, ...params }, ...more },
  });
  const invalid = (wish: string, message = /./) => ({ code: 'wish.invalid', field: `params.${wish}`, message });

  it('without participation keys', async () => {
    const by = await fresh();
    await refuses(stake(by, {}, { params: undefined }), {
      ...{ code: 'stake.keysMissing', field: 'params' },
      message: /voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution/,
    });
    await refuses(stake(by, { stateProofKey: undefined }), {
      ...{ code: 'stake.keysMissing', field: 'params', message: /Missing in params: stateProofKey\.$/ },
    });
  });

  it('with keys whose rounds are over, have not begun, or are too many', async () => {
    const by = await fresh();
    await refuses(stake(by, { voteFirst: 1, voteLast: 54_999_999 }), invalid('voteLast'));
    await refuses(stake(by, { voteFirst: 56_000_000 }), invalid('voteFirst'));
    await refuses(stake(by, { voteLast: 55_000_000 + 2 ** 24 }), invalid('voteLast'));
    await refuses(stake(by, { voteFirst: 55_000_000, voteLast: 54_000_000 }), invalid('voteLast'));
  });

  it('with another account', async () => {
    const by = await fresh();
    await refuses(stake(by, {}, { targetValidatorAddress: recipient.address }), {
      ...{
        code: 'validator.inactive',
        field: 'targetValidatorAddress',
        message: /an account stakes with itself alone/,
      },
    });
  });

  it('a part', async () =>
    refuses(stake(await fresh(), {}, { amount: '1000000', useMaxAmount: undefined }), {
      ...{ code: 'stake.everything', field: 'amount', message: /useMaxAmount: true/ },
    }));

  it('of an account that was excluded for ever', async () => {
    const by = await fresh();
    network.engine.placeAccount(by.address, { status: 'Not Participating' });
    await refuses(stake(by), { code: 'stake.unregistrable', field: 'senderAddress', message: /for ever/ });
  });

  it('with rewards that cannot be paid', async () => {
    const by = await fresh(2n * algo);
    const { errors } = errorsOf(await network.encode(stake(by, { rewards: true })));
    expect(errors).toMatchObject([{ code: expect.stringMatching(/^balance\./) }]);
  });

  it('ends only if it began', async () => {
    const { address } = await fresh();
    const unstake = { mode: 'unstake', senderAddress: address, validatorAddress: address, useMaxAmount: true };
    const nothing = (field: string) => ({ code: 'position.notFound', field, message: /./ });
    await refuses(unstake, nothing('senderAddress'));
    network.engine.placeAccount(address, { status: 'Online', participation });
    await refuses({ ...unstake, validatorAddress: recipient.address }, nothing('validatorAddress'));
    await refuses({ ...unstake, stakeId: '7' }, nothing('stakeId'));
    await refuses(
      { ...unstake, amount: '1000', useMaxAmount: undefined },
      {
        ...{ code: 'position.indivisible', field: 'amount', message: /as a whole, which is 5 ALGO/ },
      },
    );
    expect(errorsOf(await network.encode(unstake)).errors).toEqual([]);
  });
});
