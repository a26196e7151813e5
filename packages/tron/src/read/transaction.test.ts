import { RefusedError, UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { account, blockNumber, blockTime, made, transferData, transferLog } from '../../test/made-transactions.ts';
import { type Json, openScripted, type Script, Status } from '../../test/scripted-history.ts';

const [ann, bob, eve, token, other] = ['a1', 'b2', 'ee', '70', '71'].map(account) as ReturnType<typeof account>[] as [
  ReturnType<typeof account>,
  ReturnType<typeof account>,
  ReturnType<typeof account>,
  ReturnType<typeof account>,
  ReturnType<typeof account>,
];
const head = { number: blockNumber + 25, timestamp: blockTime + 75_000 };
const sent = made('TransferContract', { owner_address: ann.hex, to_address: bob.hex, amount: 1_500_000 });
const call = (data: string, more: Json = {}) =>
  made('TriggerSmartContract', { owner_address: ann.hex, contract_address: token.hex, data, ...more });

type Made = ReturnType<typeof made>;

const info = ({ txID }: Made, more: Json = {}) => ({
  id: txID,
  blockNumber,
  blockTimeStamp: blockTime,
  contractResult: [''],
  receipt: { net_usage: 268 },
  ...more,
});

/** A node that has a transaction in a block. */
const minedScript = (transaction: Made, outcome: Json = {}, ret: Json = [{ contractRet: 'SUCCESS' }]): Script => ({
  '/wallet/gettransactionbyid': () => ({ ...transaction, ret }),
  '/wallet/gettransactioninfobyid': () => info(transaction, outcome),
});

const read = async (transaction: Made, script: Script, options: Json = {}) => {
  const { chain } = openScripted(script, { head, kinds: ['node'], ...options });
  return (await chain.transaction(transaction.txID)).transaction.parsed as Json;
};
const readMined = (transaction: Made, outcome: Json = {}, ret?: Json) =>
  read(transaction, minedScript(transaction, outcome, ret));

const short = ({ text }: { text: string }) => `${text.slice(0, 4)}..${text.slice(-4)}`;
const tokenIds: Json = { BTT: '1002000', [short(token)]: token.text, DEMO: token.text };
const party = ({ text }: { text: string }, amount: bigint | number, ticker = 'TRX') => ({
  address: text,
  amount: String(amount),
  ticker,
  ...(tokenIds[ticker] ? { tokenId: tokenIds[ticker] } : {}),
});

describe('one transaction', () => {
  it('takes one round trip, and shows what the node said', async () => {
    const { chain, asked } = openScripted(minedScript(sent, { fee: 268_000 }), { head, kinds: ['node'] });
    let roundTrips = 0;
    await chain.transaction(sent.txID);
    asked.splice(0);
    const { transaction } = await chain.transaction(sent.txID, {
      include: ['parsed', 'raw'],
      onTrace: (trace) => {
        roundTrips = trace.roundTrips;
      },
    });
    expect(roundTrips).toBe(1);
    expect(asked.map(({ path }) => path).toSorted()).toEqual([
      '/wallet/getblock',
      '/wallet/gettransactionbyid',
      '/wallet/gettransactionfrompending',
      '/wallet/gettransactioninfobyid',
      '/walletsolidity/getblock',
    ]);
    expect(transaction.parsed).toEqual({
      id: sent.txID,
      mode: 'transfer',
      state: 'confirmed',
      fees: { amount: '268000', ticker: 'TRX' },
      blockHeight: String(blockNumber),
      timestamp: String(blockTime),
      confirmations: '26',
      senders: [party(ann, 1_500_000)],
      recipients: [party(bob, 1_500_000)],
    });
    expect(transaction.raw).toMatchObject({ transaction: { txID: sent.txID }, info: { receipt: { net_usage: 268 } } });
  });

  it('says that nobody knows it', async () => {
    const { chain } = openScripted({}, { head, kinds: ['node'] });
    const error = await chain.transaction(sent.txID).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ code: 'transaction.notFound' });
  });

  it('keeps every digit of an amount beyond 2^53', async () => {
    const asset = '1002000';
    const value = {
      owner_address: ann.hex,
      to_address: bob.hex,
      asset_name: Buffer.from(asset).toString('hex'),
      amount: 9_007_199_254_740_990,
    };
    expect(await readMined(made('TransferAssetContract', value))).toMatchObject({
      mode: 'transferToken',
      tokenId: asset,
      recipients: [party(bob, 9_007_199_254_740_990n, 'BTT')],
    });
    const outcome = '{"id":"ID","blockNumber":77000000,"blockTimeStamp":TIME,"withdraw_amount":9007199254740993}';
    const claim = made('WithdrawBalanceContract', { owner_address: ann.hex });
    const script = {
      ...minedScript(claim),
      '/wallet/gettransactioninfobyid': () =>
        new Status(200, outcome.replace('ID', claim.txID).replace('TIME', String(blockTime))),
    };
    expect(await read(claim, script)).toMatchObject({ recipients: [party(ann, 9_007_199_254_740_993n)] });
  });
});

it('does not take a number that is the name of a TRC-10 token of 2018 for the number of another', async () => {
  const value = { owner_address: ann.hex, to_address: bob.hex, amount: 5 };
  const asset_name = Buffer.from('1002000').toString('hex');
  const readAt = (expiration: number) => {
    const sent = made('TransferAssetContract', { ...value, asset_name }, { expiration });
    const info = { id: sent.txID, blockNumber, blockTimeStamp: expiration - 60_000 };
    return read(sent, { ...minedScript(sent), '/wallet/gettransactioninfobyid': () => info });
  };
  const old = await readAt(Date.UTC(2018, 8, 1));
  expect(old).toMatchObject({ mode: 'unknown', warnings: [{ context: { parts: 'a token transfer' } }] });
  expect(old.recipients ?? old.tokenId).toBeUndefined();
  expect(await readAt(Date.UTC(2019, 1, 1))).toMatchObject({ mode: 'transferToken', tokenId: '1002000' });
});

it('does not take the name of a TRC-10 token for its number', async () => {
  const value = { owner_address: ann.hex, to_address: bob.hex, amount: 5 };
  const named = made('TransferAssetContract', { ...value, asset_name: Buffer.from('TRX').toString('hex') });
  const parsed = await readMined(named);
  expect(parsed).toMatchObject({ mode: 'unknown', fees: { payer: ann.text } });
  expect(parsed.recipients ?? parsed.tokenId).toBeUndefined();
  expect(parsed.warnings).toMatchObject([{ context: { parts: 'a token transfer' } }]);
});

describe('the state of a transaction', () => {
  const solid = (number: number, timestamp = blockTime - 60_000) => ({ solid: { number, timestamp } });

  it('is unconfirmed until its block is solid', async () => {
    const at = (number: number) => read(sent, minedScript(sent), solid(number));
    expect(await at(blockNumber - 1)).toMatchObject({ state: 'unconfirmed', confirmations: '26' });
    expect(await at(blockNumber)).toMatchObject({ state: 'confirmed' });
  });

  it('is unconfirmed while the node does not say what came of it', async () => {
    const script = { '/wallet/gettransactionbyid': () => ({ ...sent, ret: [{ contractRet: 'SUCCESS' }] }) };
    const parsed = await read(sent, script);
    expect(parsed).toMatchObject({ state: 'unconfirmed', senders: [party(ann, 1_500_000)] });
    expect(parsed.fees ?? parsed.blockHeight ?? parsed.timestamp).toBeUndefined();
  });

  it.each([
    ['pending', 'before it expires', -1, -60_000],
    ['unknown', 'after it expired, while a block that took it may still come', 0, -1],
    ['failed', 'when a solid block is later than its expiration', 60_000, 0],
  ])('in the pool is %s %s', async (state, _, headAfter, solidAfter) => {
    const script = { '/wallet/gettransactionfrompending': () => sent };
    const { expiration } = sent.raw_data;
    const parsed = await read(sent, script, {
      head: { number: blockNumber, timestamp: expiration + headAfter },
      ...solid(blockNumber - 20, expiration + solidAfter),
    });
    const amount = state === 'pending' ? 1_500_000 : 0;
    expect(parsed).toMatchObject({ state, mode: 'transfer', senders: [party(ann, amount)] });
    expect(parsed.recipients).toEqual(state === 'pending' ? [party(bob, amount)] : undefined);
    expect(parsed.fees ?? parsed.blockHeight ?? parsed.timestamp ?? parsed.confirmations).toBeUndefined();
  });

  it('in a block does not believe a call that nobody says moved anything', async () => {
    const asked = call(transferData(bob.word, 7n), { call_value: 3 });
    const mined = (result: string) => ({
      '/wallet/gettransactionbyid': () => ({ ...asked, ret: [{ contractRet: result }] }),
    });
    const parsed = await read(asked, mined('SUCCESS'));
    expect(parsed).toMatchObject({ state: 'unconfirmed', recipients: [party(token, 3)] });
    expect(parsed.warnings).toMatchObject([{ context: { parts: 'what it moved' } }]);
    const failed = await read(asked, mined('REVERT'));
    expect(failed).toMatchObject({ state: 'failed', senders: [party(ann, 0)] });
    expect(failed.recipients ?? failed.warnings).toBeUndefined();
  });

  it('in the pool shows what a TRC-20 transfer is to move', async () => {
    const waiting = call(transferData(bob.word, 7n));
    const script = { '/wallet/gettransactionfrompending': () => waiting };
    expect(await read(waiting, script, { head: { number: blockNumber, timestamp: blockTime } })).toMatchObject({
      state: 'pending',
      mode: 'transferToken',
      tokenId: token.text,
      senders: [party(ann, 7, short(token))],
      recipients: [party(bob, 7, short(token))],
    });
  });

  it.each([
    ['no result', []],
    ['an empty result', [{}]],
    ['the old spelling', [{ ret: 'SUCESS', contractRet: 'SUCCESS' }]],
    ['a default', [{ contractRet: 'DEFAULT' }]],
  ])('is a success with %s in an old row', async (_, ret) => {
    expect(await readMined(sent, {}, ret)).toMatchObject({ state: 'confirmed', recipients: [party(bob, 1_500_000)] });
  });

  it.each(['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME', 'TRANSFER_FAILED', 'BAD_JUMP_DESTINATION', 'UNKNOWN'])(
    'is a failure with %s, and nothing moved but the fee',
    async (result) => {
      const transfer = call(transferData(bob.word, 7n), { call_value: 5 });
      const outcome = {
        fee: 4_000_000,
        log: [transferLog(token.hex, ann.word, bob.word, 7n)],
        withdraw_amount: 3,
        internal_transactions: [
          {
            caller_address: token.hex,
            transferTo_address: eve.hex,
            callValueInfo: [{ callValue: 4 }],
            note: '63616c6c',
          },
        ],
        receipt: { energy_usage_total: 40_000 },
      };
      const expected = {
        state: 'failed',
        mode: 'transferToken',
        tokenId: token.text,
        fees: { amount: '4000000', ticker: 'TRX' },
        gas: '40000',
        senders: [party(ann, 0)],
      };
      const told = [
        readMined(transfer, outcome, [{ contractRet: result }]),
        readMined(transfer, { ...outcome, result: 'FAILED' }, []),
        readMined(transfer, { ...outcome, receipt: { ...outcome.receipt, result } }, []),
      ];
      for (const parsed of await Promise.all(told)) {
        expect(parsed).toMatchObject(expected);
        expect(parsed.recipients ?? parsed.validators).toBeUndefined();
      }
    },
  );
});

describe('what a transaction did', () => {
  const moved = (transaction: Made, outcome: Json = {}) =>
    readMined(transaction, outcome).then(({ mode, tokenId, senders, recipients, validators }) => ({
      mode,
      ...(tokenId ? { tokenId } : {}),
      ...(senders ? { senders } : {}),
      ...(recipients ? { recipients } : {}),
      ...(validators ? { validators } : {}),
    }));
  const usd = short(token);
  const transfer = call(transferData(bob.word, 7n));

  it('is what the events of a TRC-20 contract say, and not what was asked for', async () => {
    const log = [
      transferLog(token.hex, ann.word, bob.word, 6n),
      transferLog(token.hex, ann.word, eve.word, 1n),
      // TRC-721: the number of the token is the fourth topic.
      {
        ...transferLog(token.hex, ann.word, bob.word, 9n),
        topics: [...transferLog('', ann.word, bob.word, 0n).topics, eve.word],
      },
    ];
    expect(await moved(transfer, { log })).toEqual({
      mode: 'transferToken',
      tokenId: token.text,
      senders: [party(ann, 7, usd)],
      recipients: [party(bob, 6, usd), party(eve, 1, usd)],
    });
    expect(await moved(transfer, { log: [] })).toEqual({
      mode: 'transferToken',
      tokenId: token.text,
      senders: [party(ann, 0)],
    });
  });

  it('is read with the byte 41 in a word of an address too', async () => {
    const word = `${'0'.repeat(22)}${bob.hex}`;
    const script = { '/wallet/gettransactionfrompending': () => call(transferData(word, 7n)) };
    const early = { head: { number: blockNumber, timestamp: blockTime } };
    expect(await read(call(transferData(word, 7n)), script, early)).toMatchObject({ recipients: [party(bob, 7, usd)] });
    const log = [transferLog(token.hex, `${'0'.repeat(22)}${ann.hex}`, word, 7n)];
    expect(await moved(transfer, { log })).toMatchObject({ recipients: [party(bob, 7, usd)] });
  });

  it('is a transfer of tokens if a call of another function moved one token alone', async () => {
    const log = [transferLog(token.hex, bob.word, eve.word, 3n)];
    expect(await moved(call('deadbeef'), { log })).toEqual({
      mode: 'transferToken',
      tokenId: token.text,
      senders: [party(bob, 3, usd)],
      recipients: [party(eve, 3, usd)],
    });
    const swap = [...log, transferLog(other.hex, eve.word, bob.word, 5n)];
    expect(await moved(call('deadbeef'), { log: swap })).toMatchObject({ mode: 'unknown' });
    expect(await moved(call('deadbeef', { call_value: 2 }), { log })).toMatchObject({ mode: 'unknown' });
  });

  it('leaves out zero amounts that a stranger moved in the name of others', async () => {
    const log = [transferLog(token.hex, bob.word, eve.word, 0n)];
    expect(await moved(call('23b872dd'), { log })).toEqual({
      mode: 'transferToken',
      tokenId: token.text,
      senders: [party(ann, 0)],
    });
    const own = [transferLog(token.hex, ann.word, bob.word, 0n)];
    expect(await moved(call(transferData(bob.word, 0n)), { log: own })).toMatchObject({
      recipients: [party(bob, 0, usd)],
    });
  });

  it('is a call with coins and TRC-10 tokens, and what the contract moved', async () => {
    const internal = (note: string, more: Json = {}) => ({
      caller_address: token.hex,
      transferTo_address: eve.hex,
      callValueInfo: [{ callValue: 4, tokenId: '' }, { callValue: 6, tokenId: '1002000' }, {}],
      note: Buffer.from(note).toString('hex'),
      ...more,
    });
    const outcome = {
      internal_transactions: [
        internal('call'),
        // These have a value that nobody gets (Program.java of tronprotocol/java-tron).
        internal('delegateResourceOfEnergy'),
        internal('freezeBalanceV2ForBandwidth'),
        internal('call', { rejected: true }),
        internal('call', { transferTo_address: token.hex }),
      ],
    };
    const value = { call_value: 10, call_token_value: 8, token_id: 1_002_000 };
    expect(await moved(call('deadbeef', value), outcome)).toEqual({
      mode: 'unknown',
      senders: [party(ann, 10), party(ann, 8, 'BTT'), party(token, 4), party(token, 6, 'BTT')],
      recipients: [party(token, 10), party(token, 8, 'BTT'), party(eve, 4), party(eve, 6, 'BTT')],
    });
  });

  const owned = { owner_address: ann.hex };
  const vote = (count: number, to = bob) => ({ vote_address: to.hex, vote_count: count });

  it.each([
    [
      'freeze',
      made('FreezeBalanceV2Contract', { ...owned, frozen_balance: 5, resource: 'ENERGY' }),
      {},
      {
        mode: 'stake',
        senders: [party(ann, 5)],
      },
    ],
    [
      'vote',
      made('VoteWitnessContract', { ...owned, votes: [vote(3)] }),
      {},
      {
        mode: 'stake',
        senders: [party(ann, 0)],
        validators: { target: party(bob, 3_000_000) },
      },
    ],
    [
      'vote for several',
      made('VoteWitnessContract', { ...owned, votes: [vote(3), vote(4, eve)] }),
      {},
      {
        mode: 'stake',
        senders: [party(ann, 0)],
      },
    ],
    [
      'unfreezing that also withdraws',
      made('UnfreezeBalanceV2Contract', { ...owned, unfreeze_balance: 9 }),
      {
        withdraw_expire_amount: 4,
      },
      {
        mode: 'unstake',
        senders: [party(ann, 0)],
        recipients: [party(ann, 4)],
        validators: { source: party(ann, 9) },
      },
    ],
    [
      'withdrawal',
      made('WithdrawExpireUnfreezeContract', owned),
      { withdraw_expire_amount: 4 },
      {
        mode: 'withdraw',
        senders: [party(ann, 0)],
        recipients: [party(ann, 4)],
      },
    ],
    [
      'claim',
      made('WithdrawBalanceContract', owned),
      { withdraw_amount: 4 },
      {
        mode: 'claimRewards',
        senders: [party(ann, 0)],
        recipients: [party(ann, 4)],
      },
    ],
    [
      'cancelled unfreezing',
      made('CancelAllUnfreezeV2Contract', owned),
      { withdraw_expire_amount: 4 },
      {
        mode: 'unknown',
        senders: [party(ann, 0)],
        recipients: [party(ann, 4)],
      },
    ],
    [
      'lent resource',
      made('DelegateResourceContract', { ...owned, receiver_address: bob.hex, balance: 9 }),
      {},
      {
        mode: 'unknown',
        senders: [party(ann, 0)],
      },
    ],
    [
      'freeze of Stake 1.0',
      made('FreezeBalanceContract', { ...owned, frozen_balance: 5, frozen_duration: 3 }),
      {},
      { mode: 'stake', senders: [party(ann, 5)] },
    ],
    [
      'unfreezing of Stake 1.0',
      made('UnfreezeBalanceContract', owned),
      { unfreeze_amount: 4 },
      {
        mode: 'unstake',
        senders: [party(ann, 0)],
        recipients: [party(ann, 4)],
      },
    ],
    [
      'contract of another kind',
      made('AccountUpdateContract', { ...owned, account_name: '616263' }),
      {},
      { mode: 'unknown', senders: [party(ann, 0)] },
    ],
  ])('is a %s', async (_, transaction, outcome, expected) => {
    expect(await moved(transaction as Made, outcome)).toEqual(expected);
  });

  it('is known by its owner if a contract of another kind failed', async () => {
    const renamed = made('AccountUpdateContract', { ...owned, account_name: '616263' });
    expect(await moved(renamed, { result: 'FAILED' })).toEqual({ mode: 'unknown', senders: [party(ann, 0)] });
  });

  it('has a memo if it is text', async () => {
    const value = { owner_address: ann.hex, to_address: bob.hex, amount: 1 };
    const memo = async (hex: string) => (await readMined(made('TransferContract', value, { memo: hex }))).memo;
    expect(await memo(Buffer.from('für Bob').toString('hex'))).toBe('für Bob');
    expect(await memo('ff00')).toBeUndefined();
  });

  it('has the memo of who called a contract only if the caller gave all', async () => {
    const memo = Buffer.from('order 7').toString('hex');
    const value = { owner_address: ann.hex, contract_address: token.hex, data: 'deadbeef', call_value: 4 };
    const pays = (amount: number) => ({
      internal_transactions: [
        {
          ...{ caller_address: token.hex, transferTo_address: eve.hex, note: '63616c6c' },
          callValueInfo: [{ callValue: amount }],
        },
      ],
    });
    const called = made('TriggerSmartContract', value, { memo });
    expect((await readMined(called, pays(4))).memo).toBe('order 7');
    expect((await readMined(called, pays(5))).memo).toBeUndefined();
    const relayed = made('TriggerSmartContract', { ...value, call_value: 0 }, { memo });
    const from = ({ word }: typeof ann) => ({ log: [transferLog(token.hex, word, eve.word, 9n)] });
    expect((await readMined(relayed, from(ann))).memo).toBe('order 7');
    expect((await readMined(relayed, from(bob))).memo).toBeUndefined();
  });
});

describe('a transaction with a part that does not fit', () => {
  const transfer = call(transferData(bob.word, 7n));
  const log = transferLog(token.hex, ann.word, bob.word, 7n);

  it.each([
    ['an event', { log: [log, { address: 7 }] }, 'an event'],
    [
      'a movement',
      { log: [log], internal_transactions: [{ caller_address: 'x', transferTo_address: eve.hex }] },
      'a movement by a contract',
    ],
  ])('is shown without %s, and says so', async (_, outcome, parts) => {
    const parsed = await readMined(transfer, outcome);
    expect(parsed).toMatchObject({
      mode: 'transferToken',
      recipients: [party(bob, 7, short(token))],
      warnings: [{ code: 'transaction.incomplete', context: { parts } }],
    });
  });
});

describe('other kinds of contracts', () => {
  const permission = (type: number, keys: readonly Json[]) => ({
    ...{ type, permission_name: 'x', threshold: 1 },
    keys: keys.map(({ hex }) => ({ address: hex, weight: 1 })),
  });

  it('say who may sign from now on', async () => {
    const value = {
      owner_address: ann.hex,
      owner: permission(0, [eve]),
      actives: [{ ...permission(2, [eve, bob]), operations: '7f'.repeat(32) }],
    };
    const changed = made('AccountPermissionUpdateContract', value);
    expect(await readMined(changed, { fee: 100_000_000 })).toMatchObject({
      mode: 'unknown',
      fees: { amount: '100000000' },
      senders: [party(ann, 0)],
      warnings: [
        { code: 'transaction.changesControl', context: { account: ann.text, by: `${eve.text}, ${bob.text}` } },
      ],
    });
    expect((await readMined(changed, { result: 'FAILED' })).warnings).toBeUndefined();
  });

  it('make a contract and give it coins', async () => {
    const value = { owner_address: ann.hex, new_contract: { origin_address: ann.hex, call_value: 5, bytecode: '00' } };
    const created = made('CreateSmartContract', value);
    expect(await readMined(created, { contract_address: token.hex })).toMatchObject({
      mode: 'unknown',
      senders: [party(ann, 5)],
      recipients: [party(token, 5)],
    });
    expect(await readMined(created)).toMatchObject({
      warnings: [{ code: 'transaction.incomplete', context: { parts: 'what it moved' } }],
    });
  });

  it('say that what they moved is not known', async () => {
    const sold = made('ParticipateAssetIssueContract', {
      ...{ owner_address: ann.hex, to_address: bob.hex, asset_name: '31303032303030', amount: 5 },
    });
    const parsed = await readMined(sold, { fee: 3 });
    expect(parsed).toMatchObject({ mode: 'unknown', fees: { amount: '3', payer: ann.text } });
    expect(parsed.warnings).toMatchObject([{ context: { parts: 'what it moved' } }]);
  });
});

describe('the ticker of a token that nobody lists', () => {
  const transfer = call(transferData(bob.word, 7n));
  const script = (symbol: string) => ({
    ...minedScript(transfer, { log: [transferLog(token.hex, ann.word, bob.word, 7n)] }),
    '/wallet/triggerconstantcontract': ({ body }: Json) => {
      const word = (bytes: Buffer) => bytes.toString('hex').padEnd(64, '0');
      const output = body.data === '313ce567' ? '6'.padStart(64, '0') : word(Buffer.from(symbol));
      const contract = [{ parameter: { value: body } }];
      return {
        ...{ result: { result: true }, energy_used: 500, constant_result: [output] },
        transaction: { ret: [{}], raw_data: { contract } },
      };
    },
  });

  it('is asked of its contract in a second round, and remembered', async () => {
    const { chain } = openScripted(script('DEMO'), { head, kinds: ['node'] });
    const rounds: number[] = [];
    const ask = async () =>
      (
        await chain.transaction(transfer.txID, {
          onTrace: (trace) => rounds.push(trace.roundTrips),
        })
      ).transaction.parsed;
    expect((await ask())?.recipients).toEqual([party(bob, 7, 'DEMO')]);
    expect((await ask())?.recipients).toEqual([party(bob, 7, 'DEMO')]);
    expect(rounds).toEqual([2, 1]);
  });

  it.each(['USDT', 'TRX', 'trx.'])('is a part of its id if it calls itself %s', async (symbol) => {
    expect((await read(transfer, script(symbol))).recipients).toEqual([party(bob, 7, short(token))]);
  });
});

describe('a node that lies about a transaction is not believed', () => {
  const changed = made('TransferContract', { owner_address: ann.hex, to_address: eve.hex, amount: 1_500_000 });
  const honest = minedScript(sent);
  const byId = (more: Json) => ({ ...honest, '/wallet/gettransactionbyid': () => ({ ...sent, ret: [], ...more }) });
  const byInfo = (more: Json) => ({ ...honest, '/wallet/gettransactioninfobyid': () => info(sent, more) });
  const json = structuredClone(sent.raw_data) as Json;
  json.contract[0].parameter.value.to_address = eve.hex;

  const lies: readonly (readonly [string, Script])[] = [
    ['other bytes', byId({ raw_data_hex: changed.raw_data_hex })],
    ['other bytes and JSON', byId({ raw_data_hex: changed.raw_data_hex, raw_data: changed.raw_data })],
    ['other JSON', byId({ raw_data: json })],
    ['another transaction', byId(changed)],
    ['no bytes', byId({ raw_data_hex: undefined })],
    ['what came of another transaction', byInfo({ id: changed.txID })],
    ['a block after its expiration', byInfo({ blockTimeStamp: sent.raw_data.expiration + 61_000 })],
    ['a block more than a day before its expiration', byInfo({ blockTimeStamp: blockTime - 86_400_001 })],
    ['a negative fee', byInfo({ fee: -1 })],
    ['a fee beyond 64 bits', byInfo({ fee: '9223372036854775808' })],
    ['what came of it without the transaction', { ...honest, '/wallet/gettransactionbyid': () => ({}) }],
  ];

  it.each(lies)('%s', async (_, script) => {
    const { chain } = openScripted(script, { head, kinds: ['node'] });
    await expect(chain.transaction(sent.txID)).rejects.toBeInstanceOf(UpstreamError);
    // Another node is asked.
    const asked: string[] = [];
    const byHost = Object.fromEntries(
      Object.keys(honest).map((path) => [
        path,
        (each: Json) => {
          asked.push(each.host);
          return (each.host.startsWith('node0') ? script : honest)[path]?.(each);
        },
      ]),
    );
    const both = openScripted(byHost, { head, kinds: ['node', 'node'] });
    expect((await both.chain.transaction(sent.txID)).transaction.parsed?.recipients).toEqual([party(bob, 1_500_000)]);
    expect(new Set(asked)).toEqual(new Set(['node0.example', 'node1.example']));
  });

  it('a block of the future', async () => {
    const early = { head: { number: blockNumber, timestamp: blockTime - 61_000 }, kinds: ['node'] as const };
    const { chain } = openScripted(honest, early);
    await expect(chain.transaction(sent.txID)).rejects.toBeInstanceOf(UpstreamError);
  });
});

describe('a node without a list of what waits', () => {
  const closed = (answer: unknown) => ({ ...minedScript(sent), '/wallet/gettransactionfrompending': () => answer });

  it.each([
    ['404', new Status(404, 'not found')],
    ['405', new Status(405, { Error: 'method not allowed' })],
    ['a fault', { Error: 'this API is closed because this node is a lite fullnode' }],
  ])('still tells of blocks: %s', async (_, answer) => {
    expect(await read(sent, closed(answer))).toMatchObject({ state: 'confirmed' });
  });

  it('is asked again if it is busy', async () => {
    const busy = { Error: 'class java.lang.IllegalAccessException : lack of computing resources' };
    await expect(read(sent, closed(busy))).rejects.toBeInstanceOf(UpstreamError);
  });
});
