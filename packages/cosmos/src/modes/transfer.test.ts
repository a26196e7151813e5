import { describe, expect, it } from 'vitest';
import { namesOn } from '../../test/completed.ts';
import { accountAnswer, encodeOn, fails, gasUsed, moduleAnswer, pathsOn } from '../../test/modes-world.ts';
import { notFound, notImplemented, refusal } from '../../test/scripted-rest.ts';

const chainId = 'cosmoshub';
const { sender, recipient, contract } = namesOn(chainId);
const paths = pathsOn(chainId);
const intent = { mode: 'transfer', recipientAddress: recipient, amount: '10000' };
const max = { mode: 'transfer', recipientAddress: recipient, useMaxAmount: true };
const holding = (amount: string) => ({ [paths.spendable]: { balance: { denom: 'uatom', amount } } });

describe('a transfer', () => {
  it('takes the gas of a simulation and a third of it, and pays for it', async () => {
    const { data, codes, warned, encoded } = await encodeOn(chainId, intent);
    expect(codes).toEqual([]);
    expect(warned).toEqual(['fee.high']);
    expect(data).toMatchObject({ amount: '10000', gas: '130000', fees: '3250', nonce: '8' });
    expect(encoded).toBe(2);
  });

  it('asks in one round, and simulates once', async () => {
    const { node } = await encodeOn(chainId, intent);
    expect(node.count(paths.simulate)).toBe(1);
    expect(node.requests.at(-1)?.path).toBe(paths.simulate);
    expect(new Set(node.requests.map(({ path }) => path)).size).toBe(node.requests.length);
  });

  it('is not simulated with a wish for gas', async () => {
    const { data, node } = await encodeOn(chainId, { ...intent, gas: '90000' });
    expect(data).toMatchObject({ gas: '90000', fees: '2250' });
    expect(node.count(paths.simulate)).toBe(0);
  });

  it('of all leaves exactly the fees, as the simulation has them', async () => {
    const { data, codes } = await encodeOn(chainId, max);
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount: '996750', fees: '3250', useMaxAmount: true });
  });

  it('of all is possible if the fees are lower than usual', async () => {
    // The default gas would cost 2750.
    const { data, codes } = await encodeOn(chainId, max, { ...holding('2000'), [paths.simulate]: gasUsed(60_000) });
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount: '50', fees: '1950' });
  });

  it('of an amount is judged with the fees of the simulation, not with usual ones', async () => {
    const routes = { ...holding('11950'), [paths.simulate]: gasUsed(60_000) };
    expect((await encodeOn(chainId, intent, routes)).codes).toEqual([]);
    expect((await encodeOn(chainId, { ...intent, amount: '10001' }, routes)).codes).toEqual(['balance.insufficient']);
  });

  it('of all is refused with the numbers if fees take all of it', async () => {
    const { errors } = await encodeOn(chainId, max, holding('3250'));
    expect(errors).toMatchObject([{ code: 'balance.nothingToSend', context: { available: '3250', fees: '3250' } }]);
  });

  it('of more than there is is refused with the numbers, and nothing is simulated', async () => {
    const { errors, node } = await encodeOn(chainId, { ...intent, amount: '2000000' });
    expect(errors).toMatchObject([
      { code: 'balance.insufficient', field: 'transaction.data.amount', context: { available: '1000000' } },
    ]);
    expect(node.count(paths.simulate)).toBe(0);
  });

  it('takes amounts of 18 decimals to the last digit, and refuses more than 2^256 - 1', async () => {
    const there = pathsOn('dymension');
    const amount = '123456789012345678901234567';
    const { data, codes } = await encodeOn(
      'dymension',
      { ...intent, ...forDymension, amount: '1' },
      {
        ...dymensionRoutes,
        [there.spendable]: { balance: { denom: 'adym', amount } },
      },
    );
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount: '1' });
    const all = await encodeOn(
      'dymension',
      { ...max, ...forDymension },
      { ...dymensionRoutes, [there.spendable]: { balance: { denom: 'adym', amount } } },
    );
    expect(BigInt(String(all.data.amount)) + BigInt(String(all.data.fees))).toBe(BigInt(amount));
    await expect(encodeOn(chainId, { ...intent, amount: String(2n ** 256n) })).rejects.toMatchObject({
      code: 'amount.invalid',
    });
  });
});

const forDymension = { recipientAddress: namesOn('dymension').recipient };
const dymensionRoutes = {
  '/ethermint/feemarket/v1/base_fee': { base_fee: null },
  '/ethermint/feemarket/v1/params': { params: { min_gas_price: '0.000000000000000000' } },
};

describe('the recipient of a transfer', () => {
  it('is no module: nodes take coins for some, and they are lost', async () => {
    const { errors, node } = await encodeOn(chainId, intent, { [paths.recipient]: moduleAnswer(recipient) });
    expect(errors).toMatchObject([{ code: 'recipient.keepsCoins', field: 'transaction.data.recipientAddress' }]);
    expect(node.count(paths.simulate)).toBe(0);
  });

  it('may be new', async () => {
    expect((await encodeOn(chainId, intent, { [paths.recipient]: notFound })).codes).toEqual([]);
  });

  it('is pointed out if no key has its address', async () => {
    const routes = { [paths.contractAccount]: notFound };
    const { warned } = await encodeOn(chainId, { ...intent, recipientAddress: contract }, routes);
    expect(warned).toContain('recipient.isData');
  });

  it('is pointed out if it is a contract of the EVM of the chain, which has an ordinary address', async () => {
    const account = {
      '@type': '/ethermint.types.v1.EthAccount',
      base_account: { address: recipient, account_number: '9', sequence: '1', pub_key: null },
      code_hash: `0x${'9a'.repeat(32)}`,
    };
    const { warned } = await encodeOn(chainId, intent, { [paths.recipient]: { account } });
    expect(warned).toContain('recipient.isContract');
  });

  it('is refused if the node says that it may not receive coins', async () => {
    const { errors } = await encodeOn(chainId, intent, {
      [paths.simulate]: fails(`${recipient} is not allowed to receive funds: unauthorized`),
    });
    expect(errors).toMatchObject([{ code: 'recipient.keepsCoins', context: { recipient } }]);
  });

  it('that is the sender is pointed out', async () => {
    const { warned, codes } = await encodeOn(chainId, { ...intent, recipientAddress: sender });
    expect(codes).toEqual([]);
    expect(warned).toContain('recipient.isSender');
  });
});

describe('the sender of a transfer', () => {
  it('that never received anything has nothing to send', async () => {
    const { codes } = await encodeOn(chainId, intent, { [paths.sender]: notFound, ...holding('0') });
    expect(codes).toEqual(['balance.insufficient']);
  });

  it('without an account number signs nothing, whatever balance a node names', async () => {
    const { errors } = await encodeOn(chainId, intent, { [paths.sender]: notFound });
    expect(errors).toMatchObject([{ code: 'sender.notWallet', field: 'transaction.data.senderAddress' }]);
  });

  it('has an account number of 64 bits, to its last digit', async () => {
    const routes = { [paths.sender]: accountAnswer(sender, 0n, 13_899_434_443_979_399_787n) };
    const { data } = await encodeOn(chainId, intent, routes);
    expect(data).toMatchObject({ nonce: '0', params: { accountNumber: '13899434443979399787' } });
  });

  it('of a node before cosmos-sdk 0.47 has its balance in a list, which is asked for once', async () => {
    const list = { balances: [{ denom: 'uatom', amount: '1000000' }], pagination: { next_key: null } };
    const { codes, node } = await encodeOn(chainId, intent, {
      [paths.spendable]: notImplemented,
      [paths.spendableList]: list,
    });
    expect(codes).toEqual([]);
    expect(node.count(paths.spendableList)).toBe(1);
  });
});

describe('the sequence of a transfer', () => {
  const mismatch = (expected: number, got: number) =>
    refusal(
      500,
      2,
      `account sequence mismatch, expected ${expected}, got ${got}: incorrect account sequence [cosmos/cosmos-sdk@v0.54.4/x/auth/ante/sigverify.go:370] with gas used: '44473'`,
    );
  /** Gives the answers in turn, and repeats the last one. */
  const inTurn = (...answers: unknown[]) => {
    let next = 0;
    return () => {
      const answer = answers[Math.min(next, answers.length - 1)];
      next += 1;
      return typeof answer === 'function' ? answer() : Response.json(answer);
    };
  };

  it('is asked for again if the first node lagged', async () => {
    const { data, codes, warned, node } = await encodeOn(chainId, intent, {
      [paths.sender]: inTurn(accountAnswer(sender, 8n), accountAnswer(sender, 9n)),
      [paths.simulate]: inTurn(mismatch(9, 8), gasUsed(100_000)),
    });
    expect(codes).toEqual([]);
    expect(warned).not.toContain('sender.pendingTransactions');
    expect(data.nonce).toBe('9');
    expect([node.count(paths.sender), node.count(paths.simulate)]).toEqual([2, 2]);
  });

  it('follows transactions that wait in the node', async () => {
    const { data, warnings } = await encodeOn(chainId, intent, {
      [paths.simulate]: inTurn(mismatch(10, 8), gasUsed(100_000)),
    });
    expect(data.nonce).toBe('10');
    expect(warnings).toMatchObject([
      { code: 'fee.high' },
      { code: 'sender.pendingTransactions', context: { count: '2' } },
    ]);
  });

  it('that nodes never agree on is no answer', async () => {
    await expect(encodeOn(chainId, intent, { [paths.simulate]: mismatch(5, 8) })).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
    const far = { [paths.simulate]: mismatch(9_000_000, 8) };
    await expect(encodeOn(chainId, intent, far)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('can be named, if it is not used yet', async () => {
    const { errors } = await encodeOn(chainId, { ...intent, nonce: '7' });
    expect(errors).toMatchObject([{ code: 'nonce.used', context: { nonce: '7', next: '8' } }]);
    const later = await encodeOn(chainId, { ...intent, nonce: '9' });
    expect(later.codes).toEqual([]);
    expect(later.data.nonce).toBe('9');
    expect(later.warned).toContain('nonce.gap');
  });
});

describe('a memo', () => {
  it('has as many bytes as the chain allows, not characters', async () => {
    expect((await encodeOn(chainId, { ...intent, memo: 'é'.repeat(128) })).codes).toEqual([]);
    const { errors } = await encodeOn(chainId, { ...intent, memo: 'é'.repeat(129) });
    expect(errors).toMatchObject([{ code: 'memo.tooLong', context: { bytes: 258, limit: '256' } }]);
  });
});
