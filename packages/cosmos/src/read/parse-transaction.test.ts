import { describe, expect, it } from 'vitest';
import answers from '../../fixtures/lcd/transactions.json' with { type: 'json' };
import { chainTransaction, feesTaken, type MadeTransaction, moved } from '../../test/chain-transaction.ts';
import { type CosmosChainId, namedChain } from '../chains.ts';
import { transactionAnswer } from '../upstream/lcd/transaction-answer.ts';
import { parseTransaction, type Reading } from './parse-transaction.ts';

function parse(chainId: CosmosChainId, answer: unknown, reading?: Reading) {
  return parseTransaction(namedChain(chainId), transactionAnswer.parse(answer), reading);
}

describe('a recorded transaction', () => {
  // What explorers show of them; the same is in the raw answers.
  it.each([
    [
      'EB72983F',
      'sei',
      {
        id: 'EB72983FC0EF03C59DBFBE5A5DC5048B6453483C46638190B1A3DA8AF297DD8F',
        mode: 'claimRewards',
        state: 'confirmed',
        blockHeight: '131822066',
        timestamp: String(Date.parse('2025-02-15T15:56:17Z')),
        fees: { amount: '328515', ticker: 'SEI' },
        nonce: '41',
        gas: '122924',
        senders: [],
        recipients: [{ address: 'sei1e22msazh4pmdzvpckzfsth37ys4c4yh85dcg8q', amount: '209054970249', ticker: 'SEI' }],
        validators: {
          source: {
            address: 'seivaloper146m089lq8mkqw6w0mmlhxz6247g2taha89at74',
            amount: '209054970249',
            ticker: 'SEI',
          },
        },
      },
    ],
    [
      '7AF2329A',
      'sei',
      {
        id: '7AF2329AF42836CF9493625FCCE1DF24B4589EF36F057DC88937C8D0153FFE72',
        mode: 'transfer',
        state: 'confirmed',
        blockHeight: '102944972',
        timestamp: String(Date.parse('2024-09-18T18:33:16Z')),
        fees: { amount: '350000', ticker: 'SEI' },
        nonce: '0',
        gas: '101164',
        memo: '0',
        senders: [{ address: 'sei1xyfljht6xdf4fjv4dj20veqewm9ls5q0xachgf', amount: '9000000', ticker: 'SEI' }],
        recipients: [{ address: 'sei1phjkp88amtkh9wh3u6296c90ekuhewlt0h8ztg', amount: '9000000', ticker: 'SEI' }],
        validators: {},
      },
    ],
    [
      'D33EA9DD',
      'sei',
      {
        id: 'D33EA9DDFAB3BDB2499FBFAA530E7D8ECC4744F5109DFD28B7B36C754F761A87',
        mode: 'stake',
        state: 'confirmed',
        blockHeight: '118723983',
        timestamp: String(Date.parse('2024-12-04T20:32:34Z')),
        fees: { amount: '4760', ticker: 'SEI' },
        nonce: '17',
        gas: '172800',
        senders: [{ address: 'sei1axmqyvccsdvsgga2g7lajmj2dqtu2uusl0pz8e', amount: '1475000000', ticker: 'SEI' }],
        // The rewards so far, which a staking message also pays.
        recipients: [{ address: 'sei1axmqyvccsdvsgga2g7lajmj2dqtu2uusl0pz8e', amount: '6651', ticker: 'SEI' }],
        validators: {
          target: {
            address: 'seivaloper17ga9jha45gu0x04yrmfpjpksmqe48wupzk5jex',
            amount: '1475000000',
            ticker: 'SEI',
          },
        },
      },
    ],
    [
      // Coins went into a bridge: never a transfer to the address at its other end.
      '9295E239',
      'injective',
      {
        id: '9295E239680531D7734A97B7AB3F190A5DFA8A5E7074AEF450DAAC7363257D76',
        mode: 'unknown',
        state: 'confirmed',
        blockHeight: '8876342',
        timestamp: String(Date.parse('2022-03-20T05:42:58Z')),
        fees: { amount: '200000000000000', ticker: 'INJ' },
        nonce: '15',
        gas: '120082',
        senders: [
          { address: 'inj1mner97yu4ns6ds2fd9es7k8n9jh3yxs3jkzh86', amount: '7268620000000000000000', ticker: 'INJ' },
        ],
        recipients: [],
        validators: {},
      },
    ],
    [
      // The fee was paid in a token.
      '88DD599F',
      'osmosis',
      {
        id: '88DD599FCC82734310C87DFA9FC2ECA0A527F2D2BAA6F894F53EB77B18EC65A3',
        mode: 'unknown',
        state: 'confirmed',
        blockHeight: '19544216',
        timestamp: String(Date.parse('2024-08-19T06:10:24Z')),
        fees: {
          amount: '1',
          ticker: 'factory/osmo1z6r6qdknhgsc0zeracktgpcxf43j6sekq07nw8sxduc9lg0qjjlqfu25e3/alloyed/allBTC',
        },
        nonce: '1240',
        gas: '171118',
        memo: 'FE',
        senders: [
          {
            address: 'osmo1hw4c4f7005mv8jgguztztwu9f8e5qyutr7v2ar',
            amount: '1000000000',
            ticker: 'ibc/0FA9232B262B89E77D1335D54FB1E1F506A92A7E4B51524B400DC69C68D28372',
          },
        ],
        recipients: [
          {
            address: 'osmo1mxg3dhkc5fmvrsw49cpeqg5ak0z4c3l9xuflpglqrl8z0lzkj4gsuzj0sk',
            amount: '1000000000',
            ticker: 'ibc/0FA9232B262B89E77D1335D54FB1E1F506A92A7E4B51524B400DC69C68D28372',
          },
        ],
        validators: {},
      },
    ],
    [
      'cosmoshub',
      'cosmoshub',
      {
        id: 'BC5E330F0AFA34489B9796E8101A2B027CC8AE8E820AFC7901C3C1E75C2895DD',
        mode: 'transfer',
        state: 'confirmed',
        blockHeight: '26257963',
        timestamp: String(Date.parse('2025-06-20T04:09:19Z')),
        fees: { amount: '1600', ticker: 'ATOM' },
        nonce: '447',
        gas: '105321',
        memo: '6439432658467882',
        senders: [{ address: 'cosmos1wev8ptzj27aueu04wgvvl4gvurax6rj5f0v7rw', amount: '50000000', ticker: 'ATOM' }],
        recipients: [{ address: 'cosmos1hgp84me0lze8t4jfrwsr05aep2kr57zrk4gecx', amount: '50000000', ticker: 'ATOM' }],
        validators: {},
      },
    ],
    [
      // Carried out by the EVM of the chain. Its module only passed the coins on.
      'ethereum',
      'dymension',
      {
        id: '1869529F1B04C72AE7EA1535C12680E6270DC488A914F056A783E715F592C473',
        mode: 'unknown',
        state: 'confirmed',
        blockHeight: '13550',
        timestamp: String(Date.parse('2024-02-07T12:51:12Z')),
        fees: { amount: '1975890000000000', ticker: 'DYM' },
        gas: '21000',
        senders: [
          { address: 'dym1c2l43ugygxrz6qc3j38zhhvkcdrm89r9tpplu8', amount: '28500000000000000000', ticker: 'DYM' },
        ],
        recipients: [
          { address: 'dym197agj88rpwhhmqrrajsztnt2dd245xvh2zelze', amount: '28500000000000000000', ticker: 'DYM' },
        ],
        validators: {},
      },
    ],
  ] as const)('%s on %s', (name, chainId, expected) => {
    expect(parse(chainId, answers[name])).toEqual(expected);
  });
});

// Accounts of a test. Their checksums do not matter.
const [ann, bob, eve, val, other] = [
  'cosmos1ann',
  'cosmos1bob',
  'cosmos1eve',
  'cosmosvaloper1val',
  'cosmosvaloper1other',
] as const;
/** The module `distribution`: as in the recording `cosmoshub` and in every other of the chain. */
const pool = 'cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl';
const atom = (amount: number) => ({ denom: 'uatom', amount: String(amount) });
const token = `ibc/${'AB'.repeat(32)}`;

/** Mode, accounts and validators, with amounts as `5 ATOM`. */
function summary(
  made: MadeTransaction,
  { chainId = 'cosmoshub' as CosmosChainId, ...reading }: Reading & { chainId?: CosmosChainId } = {},
) {
  const parsed = parse(chainId, chainTransaction(made), reading);
  const { mode, tokenId, senders = [], recipients = [], validators = {} } = parsed;
  const words = (of: { address: string; amount: string; ticker: string }) => `${of.address} ${of.amount} ${of.ticker}`;
  return {
    mode,
    ...(tokenId === undefined ? {} : { tokenId }),
    from: senders.map(words),
    to: recipients.map(words),
    ...(validators.source === undefined ? {} : { source: words(validators.source) }),
    ...(validators.target === undefined ? {} : { target: words(validators.target) }),
  };
}

const msgSend = (from: string, to: string, ...amount: object[]) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: from,
  to_address: to,
  amount,
});
const msgDelegate = (amount: number) => ({
  '@type': '/cosmos.staking.v1beta1.MsgDelegate',
  delegator_address: ann,
  validator_address: val,
  amount: atom(amount),
});
const msgClaim = (validator: string) => ({
  '@type': '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
  delegator_address: ann,
  validator_address: validator,
});

describe('a transfer', () => {
  it('of a token names the token', () => {
    expect(summary({ messages: [msgSend(ann, bob, { denom: token, amount: '7' })] })).toEqual({
      mode: 'transferToken',
      tokenId: token,
      from: [`${ann} 7 ${token}`],
      to: [`${bob} 7 ${token}`],
    });
  });

  it('has tickers if they are known', () => {
    const tickerOf = (denom: string) => (denom === token ? 'USDC' : undefined);
    const made = { messages: [msgSend(ann, bob, { denom: token, amount: '7' })] };
    expect(summary(made, { tickerOf })).toMatchObject({ from: [`${ann} 7 USDC`], tokenId: token });
  });

  it('of several coins is one of the native coin, and names no single token', () => {
    const coins = [{ denom: token, amount: '7' }, atom(3)];
    expect(summary({ messages: [msgSend(ann, bob, ...coins)] })).toEqual({
      mode: 'transfer',
      from: [`${ann} 7 ${token}`, `${ann} 3 ATOM`],
      to: [`${bob} 7 ${token}`, `${bob} 3 ATOM`],
    });
    const two = [
      { denom: token, amount: '7' },
      { denom: 'stuatom', amount: '1' },
    ];
    const { mode, ...rest } = summary({ messages: [msgSend(ann, bob, ...two)] });
    expect([mode, 'tokenId' in rest]).toEqual(['transferToken', false]);
  });

  it('to many accounts adds up what each gave and got', () => {
    const message = {
      '@type': '/cosmos.bank.v1beta1.MsgMultiSend',
      inputs: [{ address: ann, coins: [atom(10)] }],
      outputs: [
        { address: bob, coins: [atom(4)] },
        { address: eve, coins: [atom(5)] },
        { address: bob, coins: [atom(1)] },
      ],
    };
    expect(summary({ messages: [message] })).toEqual({
      mode: 'transfer',
      from: [`${ann} 10 ATOM`],
      to: [`${bob} 5 ATOM`, `${eve} 5 ATOM`],
    });
  });

  it('over IBC goes to an account of another chain', () => {
    const message = {
      '@type': '/ibc.applications.transfer.v1.MsgTransfer',
      source_port: 'transfer',
      source_channel: 'channel-141',
      token: atom(9),
      sender: ann,
      receiver: 'osmo1receiver',
      memo: '',
    };
    expect(summary({ messages: [message] })).toEqual({
      mode: 'transfer',
      from: [`${ann} 9 ATOM`],
      to: ['osmo1receiver 9 ATOM'],
    });
    const route = { ...message, receiver: '{"forward":{"receiver":"osmo1x","url":"https://evil.example/x"}}\u202e' };
    const [shown = ''] = summary({ messages: [route] }).to;
    expect(shown).not.toMatch(/evil|\u202e/);
  });

  it('of a token contract is one of the contract', () => {
    const contract = `cosmos1${'q'.repeat(58)}`;
    const message = {
      '@type': '/cosmwasm.wasm.v1.MsgExecuteContract',
      sender: ann,
      contract,
      msg: { transfer: { recipient: bob, amount: '12' } },
      funds: [],
    };
    expect(summary({ messages: [message] })).toEqual({
      mode: 'transferToken',
      tokenId: contract,
      from: [`${ann} 12 ${contract}`],
      to: [`${bob} 12 ${contract}`],
    });
    expect(summary({ messages: [{ ...message, msg: { transfer: { recipient: bob } } }] }).mode).toBe('unknown');
  });
});

describe('staking', () => {
  it('to other validators keeps the coins staked', () => {
    const message = {
      '@type': '/cosmos.staking.v1beta1.MsgBeginRedelegate',
      delegator_address: ann,
      validator_src_address: val,
      validator_dst_address: other,
      amount: atom(50),
    };
    const events = moved(pool, ann, '3uatom', 0);
    expect(summary({ messages: [message], events })).toEqual({
      mode: 'stake',
      from: [`${ann} 0 ATOM`],
      to: [`${ann} 3 ATOM`],
      source: `${val} 50 ATOM`,
      target: `${other} 50 ATOM`,
    });
  });

  it('that ends names what will come back', () => {
    const message = { ...msgDelegate(40), '@type': '/cosmos.staking.v1beta1.MsgUndelegate' };
    expect(summary({ messages: [message] })).toEqual({
      mode: 'unstake',
      from: [`${ann} 0 ATOM`],
      to: [],
      source: `${val} 40 ATOM`,
    });
  });

  it('on Babylon is wrapped', () => {
    const amount = { denom: 'ubbn', amount: '8' };
    const inner = { delegator_address: ann, validator_address: val, amount };
    const chainId = 'babylon';
    const stake = { '@type': '/babylon.epoching.v1.MsgWrappedDelegate', msg: inner };
    expect(summary({ messages: [stake] }, { chainId })).toMatchObject({
      mode: 'stake',
      from: [`${ann} 8 BABY`],
      target: `${val} 8 BABY`,
    });
    const unstake = { '@type': '/babylon.epoching.v1.MsgWrappedUndelegate', msg: inner };
    expect(summary({ messages: [unstake] }, { chainId })).toMatchObject({ mode: 'unstake', source: `${val} 8 BABY` });
    const move = {
      '@type': '/babylon.epoching.v1.MsgWrappedBeginRedelegate',
      msg: { delegator_address: ann, validator_src_address: val, validator_dst_address: other, amount },
    };
    expect(summary({ messages: [move] }, { chainId })).toMatchObject({
      mode: 'stake',
      source: `${val} 8 BABY`,
      target: `${other} 8 BABY`,
    });
  });

  it('of Bitcoin moves nothing here', () => {
    const key = 'd23c2c25e1fcf8fd1c21b9a402c19e2e309e531e45e92fb1e9805b6056b0cc76';
    const message = {
      '@type': '/babylon.btcstaking.v1.MsgCreateBTCDelegation',
      staker_addr: ann,
      fp_btc_pk_list: [key],
      staking_value: '50000',
    };
    const expected = { mode: 'registerStake', from: [`${ann} 0 BABY`], to: [], target: `${key} 50000 BTC` };
    expect(summary({ messages: [message] }, { chainId: 'babylon' })).toEqual(expected);
    const inBase64 = { ...message, fp_btc_pk_list: [Buffer.from(key, 'hex').toString('base64')] };
    expect(summary({ messages: [inBase64] }, { chainId: 'babylon' })).toEqual(expected);
    expect(summary({ messages: [message] }, { chainId: 'babylon-testnet' }).target).toBe(`${key} 50000 sBTC`);
    expect(summary({ messages: [message] }).mode).toBe('unknown');
  });
});

describe('rewards', () => {
  it('of several validators come together, and each is told from the others by its message', () => {
    const events = [
      ...moved(pool, ann, `5uatom,2${token}`, 0),
      ...moved(pool, ann, '6uatom', 1),
      { type: 'withdraw_rewards', attributes: { amount: '6uatom', validator: other }, message: 1 },
    ];
    expect(summary({ messages: [msgClaim(val), msgClaim(other)], events })).toEqual({
      mode: 'claimRewards',
      from: [],
      to: [`${ann} 11 ATOM`, `${ann} 2 ${token}`],
      source: `${val} 5 ATOM`,
    });
  });

  it('go where the delegator wants them', () => {
    const events = [
      ...moved(pool, bob, '5uatom', 0),
      { type: 'withdraw_rewards', attributes: { amount: '5uatom', validator: val, delegator: ann }, message: 0 },
    ];
    expect(summary({ messages: [msgClaim(val)], events }).to).toEqual([`${bob} 5 ATOM`]);
  });

  it('are those of the event if the node shows no transfer', () => {
    const events = [{ type: 'withdraw_rewards', attributes: { amount: '5uatom', validator: val }, message: 0 }];
    expect(summary({ messages: [msgClaim(val)], events }).to).toEqual([`${ann} 5 ATOM`]);
  });

  it('are zero if there were none', () => {
    const events = [{ type: 'withdraw_rewards', attributes: { amount: '', validator: val }, message: 0 }];
    expect(summary({ messages: [msgClaim(val)], events })).toEqual({
      mode: 'claimRewards',
      from: [],
      to: [`${ann} 0 ATOM`],
      source: `${val} 0 ATOM`,
    });
  });

  it('that are staked at once are claimed and staked', () => {
    const events = [...moved(pool, ann, '30uatom', 0), ...moved(ann, 'cosmos1bonded', '29uatom', 1)];
    expect(summary({ messages: [msgClaim(val), msgDelegate(29)], events })).toEqual({
      mode: 'claimRewards',
      from: [`${ann} 29 ATOM`],
      to: [`${ann} 30 ATOM`],
      source: `${val} 30 ATOM`,
      target: `${val} 29 ATOM`,
    });
  });

  it('of Bitcoin stakes are what the module paid', () => {
    const message = { '@type': '/babylon.incentive.MsgWithdrawReward', type: 'btc_staker', address: ann };
    const events = moved('bbn1incentive', ann, '77ubbn', 0);
    expect(summary({ messages: [message], events }, { chainId: 'babylon' })).toEqual({
      mode: 'claimRewards',
      from: [],
      to: [`${ann} 77 BABY`],
    });
  });
});

describe('a message inside a message', () => {
  const exec = (...msgs: object[]) => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: eve, msgs });

  it('is read as if it stood alone', () => {
    const events = moved(pool, ann, '5uatom', 0);
    expect(summary({ messages: [exec(msgClaim(val), msgDelegate(4))], events })).toMatchObject({
      mode: 'claimRewards',
      from: [`${ann} 4 ATOM`],
      target: `${val} 4 ATOM`,
    });
  });

  it('may be deeper than anybody reads', () => {
    let message = exec(msgSend(ann, bob, atom(1)));
    for (let i = 0; i < 50; i++) message = exec(message);
    expect(summary({ messages: [message], events: feesTaken(eve) })).toMatchObject({
      mode: 'unknown',
      from: [`${eve} 0 ATOM`],
    });
  });
});

describe('a message of a relayer', () => {
  const packet = (sender: string, receiver: string, amount: string) => ({
    '@type': '/ibc.core.channel.v1.MsgRecvPacket',
    packet: {
      sequence: '1',
      source_port: 'transfer',
      source_channel: 'channel-0',
      destination_port: 'transfer',
      destination_channel: 'channel-141',
      data: Buffer.from(JSON.stringify({ amount, denom: 'uosmo', receiver, sender })).toString('base64'),
    },
    signer: eve,
  });
  const update = { '@type': '/ibc.core.client.v1.MsgUpdateClient', client_id: '07-tendermint-259', signer: eve };
  const escrow = 'cosmos1escrow';
  const messages = [update, packet('osmo1sender', ann, '9'), packet('osmo1sender2', bob, '4')];
  const events = [
    ...feesTaken(eve),
    ...moved(escrow, ann, `9${token}`, 1),
    { type: 'fungible_token_packet', attributes: { receiver: ann, amount: '9', success: 'true' }, message: 1 },
    ...moved(escrow, bob, '4uatom', 2),
  ];

  it('is a transfer to the account of the history', () => {
    expect(summary({ messages, events }, { account: ann })).toEqual({
      mode: 'transferToken',
      tokenId: token,
      from: [`osmo1sender 9 ${token}`],
      to: [`${ann} 9 ${token}`],
    });
    expect(summary({ messages, events }, { account: bob })).toEqual({
      mode: 'transfer',
      from: ['osmo1sender2 4 ATOM'],
      to: [`${bob} 4 ATOM`],
    });
  });

  it('is everything otherwise', () => {
    expect(summary({ messages, events }).to).toEqual([`${ann} 9 ${token}`, `${bob} 4 ATOM`]);
  });

  it('is no transfer if the chain refused it', () => {
    const { mode, to } = summary({ messages: messages.slice(0, 2), events: feesTaken(eve) }, { account: ann });
    expect([mode, to]).toEqual(['unknown', []]);
  });

  it('may bring coins back that another chain refused', () => {
    const message = { '@type': '/ibc.core.channel.v1.MsgTimeout', packet: {}, signer: eve };
    const back = [...feesTaken(eve), ...moved(escrow, ann, '9uatom', 1)];
    expect(summary({ messages: [update, message], events: back }, { account: ann })).toEqual({
      mode: 'unknown',
      from: [`${escrow} 9 ATOM`],
      to: [`${ann} 9 ATOM`],
    });
  });
});

describe('a failed transaction', () => {
  it('shows what was asked for, and that its fee was paid', () => {
    const made = { code: 5, messages: [msgSend(ann, bob, atom(9))], events: feesTaken(ann) };
    expect(parse('cosmoshub', chainTransaction(made))).toMatchObject({
      state: 'failed',
      mode: 'transfer',
      fees: { amount: '2500', ticker: 'ATOM' },
      senders: [{ address: ann, amount: '9', ticker: 'ATOM' }],
      recipients: [{ address: bob, amount: '9', ticker: 'ATOM' }],
    });
  });

  it('that failed before its fee was taken paid none', () => {
    const events = [{ type: 'tx', attributes: { acc_seq: `${ann}/5` } }];
    const made = { code: 32, messages: [msgSend(ann, bob, atom(9))], events };
    expect(parse('cosmoshub', chainTransaction(made)).fees).toEqual({ amount: '0', ticker: 'ATOM' });
    // Without events this is unknown.
    expect(parse('cosmoshub', chainTransaction({ ...made, events: [] })).fees).toBeUndefined();
  });

  it('paid no rewards', () => {
    const made = { code: 11, messages: [msgClaim(val)], events: feesTaken(ann) };
    expect(summary(made)).toEqual({ mode: 'claimRewards', from: [], to: [`${ann} 0 ATOM`], source: `${val} 0 ATOM` });
  });

  it('that cannot be read has the account that paid', () => {
    const made = { code: 1, messages: [{ '@type': '/some.Msg' }], events: feesTaken(bob, '2500uatom', ann) };
    expect(summary(made)).toEqual({ mode: 'unknown', from: [`${bob} 0 ATOM`], to: [] });
  });
});

describe('fees', () => {
  const messages = [msgSend(ann, bob, atom(1))];

  it('are of the coin that they were paid in', () => {
    const fee = { amount: [{ denom: token, amount: '3' }] };
    expect(parse('cosmoshub', chainTransaction({ messages, fee })).fees).toEqual({ amount: '3', ticker: token });
  });

  it('may be missing', () => {
    const made = { messages, fee: { amount: [] } };
    expect(parse('cosmoshub', chainTransaction(made)).fees).toEqual({ amount: '0', ticker: 'ATOM' });
  });

  it('that another account grants are paid by it', () => {
    const made = { code: 5, messages, fee: { granter: bob }, events: feesTaken(bob, '2500uatom', ann) };
    expect(parse('cosmoshub', chainTransaction(made)).fees).toEqual({ amount: '2500', ticker: 'ATOM' });
  });
});

describe('a made-up answer', () => {
  it('does not break the reading', () => {
    const shapes = [null, [], 'x', 5, {}, { denom: 'uatom' }, [{ denom: 'uatom', amount: '-1' }]];
    for (const amount of shapes) {
      for (const type of ['MsgSend', 'MsgMultiSend']) {
        const message = { '@type': `/cosmos.bank.v1beta1.${type}`, from_address: ann, to_address: bob, amount };
        expect(summary({ messages: [message] }).mode).toBe('unknown');
      }
    }
  });

  it('has no amount if its events have no valid one', () => {
    const events = ['uatom', '-5uatom', '5', '5 uatom', `${'9'.repeat(90)}uatom`, '1<b>x</b>'].flatMap((amount) =>
      moved(pool, ann, amount, 0),
    );
    expect(summary({ messages: [msgClaim(val)], events }).to).toEqual([`${ann} 0 ATOM`]);
  });

  it('is cleaned before the client gets it', () => {
    const denom = 'x <a href="https://evil.example">';
    const message = msgSend('https://evil.example/ann', bob, { denom, amount: '1' });
    expect(JSON.stringify(summary({ messages: [message] }))).not.toContain('evil');
  });
});

it('a transaction of an unknown shape is at least in the list', () => {
  const { tx_response } = chainTransaction({ messages: [msgSend(ann, bob, atom(1))] });
  const parsed = parse('cosmoshub', { tx: { new: true }, tx_response });
  expect(parsed).toEqual({
    id: tx_response.txhash,
    mode: 'unknown',
    state: 'confirmed',
    blockHeight: '100',
    timestamp: '1750000600000',
  });
});
