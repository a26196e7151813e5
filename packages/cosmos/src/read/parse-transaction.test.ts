import { type AssetOf, incomplete } from '@isochain/core/movements';
import { describe, expect, it } from 'vitest';
import answers from '../../fixtures/lcd/transactions.json' with { type: 'json' };
import {
  chainTransaction,
  feesTaken,
  type MadeEvent,
  type MadeTransaction,
  moved,
} from '../../test/chain-transaction.ts';
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
        senders: [{ address: 'sei1e22msazh4pmdzvpckzfsth37ys4c4yh85dcg8q', amount: '0', ticker: 'SEI' }],
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
          tokenId: 'factory/osmo1z6r6qdknhgsc0zeracktgpcxf43j6sekq07nw8sxduc9lg0qjjlqfu25e3/alloyed/allBTC',
        },
        nonce: '1240',
        gas: '171118',
        memo: 'FE',
        senders: [
          {
            address: 'osmo1hw4c4f7005mv8jgguztztwu9f8e5qyutr7v2ar',
            amount: '1000000000',
            ticker: 'ibc/0FA9232B262B89E77D1335D54FB1E1F506A92A7E4B51524B400DC69C68D28372',
            tokenId: 'ibc/0FA9232B262B89E77D1335D54FB1E1F506A92A7E4B51524B400DC69C68D28372',
          },
        ],
        recipients: [
          {
            address: 'osmo1mxg3dhkc5fmvrsw49cpeqg5ak0z4c3l9xuflpglqrl8z0lzkj4gsuzj0sk',
            amount: '1000000000',
            ticker: 'ibc/0FA9232B262B89E77D1335D54FB1E1F506A92A7E4B51524B400DC69C68D28372',
            tokenId: 'ibc/0FA9232B262B89E77D1335D54FB1E1F506A92A7E4B51524B400DC69C68D28372',
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
  { chainId = 'cosmoshub' as CosmosChainId, ...reading }: Reading & { chainId?: CosmosChainId; assetOf?: AssetOf } = {},
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
    const assetOf = (id: string | undefined) => ({ ticker: id === token ? 'USDC' : 'ATOM', tokenId: id });
    const made = { messages: [msgSend(ann, bob, { denom: token, amount: '7' })] };
    expect(summary(made, { assetOf })).toMatchObject({ from: [`${ann} 7 USDC`], tokenId: token });
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

  describe('over IBC', () => {
    const escrow = 'cosmos1escrow';
    const ibc = (receiver: string) => ({
      '@type': '/ibc.applications.transfer.v1.MsgTransfer',
      ...{ source_port: 'transfer', source_channel: 'channel-141', token: atom(9), sender: ann, receiver, memo: '' },
    });

    it('goes where the record says, whatever its receiver is', () => {
      for (const receiver of ['osmo1receiver', bob, '{"forward":{}}\u202e']) {
        expect(summary({ messages: [ibc(receiver)], events: moved(ann, escrow, '9uatom', 0) })).toEqual({
          mode: 'transfer',
          from: [`${ann} 9 ATOM`],
          to: [`${escrow} 9 ATOM`],
        });
        // A token of another chain is burned here.
        const burned = moved(ann, escrow, '9uatom', 0).concat({
          type: 'coin_spent',
          attributes: { spender: escrow, amount: '9uatom' },
          message: 0,
        });
        expect(summary({ messages: [ibc(receiver)], events: burned }).to).toEqual([]);
        // A node without such events.
        expect(summary({ messages: [ibc(receiver)] })).toMatchObject({ from: [`${ann} 9 ATOM`], to: [] });
      }
    });

    it('adds nothing to a payment beside it', () => {
      const events = [...moved(ann, bob, '1uatom', 0), ...moved(ann, escrow, '9uatom', 1)];
      const made = { messages: [msgSend(ann, bob, atom(1)), ibc(bob)], events };
      for (const account of [undefined, bob]) {
        expect(summary(made, { account })).toEqual({
          mode: 'transfer',
          from: [`${ann} 10 ATOM`],
          to: [`${bob} 1 ATOM`, `${escrow} 9 ATOM`],
        });
      }
    });
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
      from: [`${ann} 0 ATOM`],
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
      from: [`${ann} 0 ATOM`],
      to: [],
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
      from: [`${ann} 0 BABY`],
      to: [`${ann} 77 BABY`],
    });
  });
});

describe('a message inside a message', () => {
  const exec = (...msgs: object[]) => ({ '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: eve, msgs });

  /** Events of a message inside, as authz marks them. The outermost index is last. */
  const inside = (events: MadeEvent[], ...indexes: number[]) =>
    events.map((event) => ({ ...event, inner: indexes.map(String) }));

  it('is read as if it stood alone', () => {
    const events = [
      ...inside(moved(pool, ann, '5uatom', 0), 0),
      ...inside(moved(ann, 'cosmos1bonded', '4uatom', 0), 1),
    ];
    expect(summary({ messages: [exec(msgClaim(val), msgDelegate(4))], events })).toEqual({
      mode: 'claimRewards',
      from: [`${ann} 4 ATOM`],
      to: [`${ann} 5 ATOM`],
      source: `${val} 5 ATOM`,
      target: `${val} 4 ATOM`,
    });
  });

  const rewards = (amount: number, validator: string): MadeEvent[] => [
    ...moved(pool, ann, `${amount}uatom`, 0),
    { type: 'withdraw_rewards', attributes: { amount: `${amount}uatom`, validator, delegator: ann }, message: 0 },
  ];
  const twoClaims = {
    mode: 'claimRewards',
    from: [`${ann} 0 ATOM`],
    to: [`${ann} 300 ATOM`],
    source: `${val} 100 ATOM`,
  };

  it('gets its own rewards, and no others', () => {
    const events = [...inside(rewards(100, val), 0), ...inside(rewards(200, other), 1)];
    expect(summary({ messages: [exec(msgClaim(val), msgClaim(other))], events })).toEqual(twoClaims);
  });

  it('gets no more than the account got if a node does not tell the index', () => {
    const events = [...rewards(100, val), ...rewards(200, other)];
    expect(summary({ messages: [exec(msgClaim(val), msgClaim(other))], events })).toEqual(twoClaims);
    const sends = [...moved(ann, bob, '1uatom', 0), ...moved(ann, bob, '2uatom', 0)];
    expect(
      summary({ messages: [exec(msgSend(ann, bob, atom(1)), msgSend(ann, bob, atom(2)))], events: sends }),
    ).toEqual({
      mode: 'transfer',
      from: [`${ann} 3 ATOM`],
      to: [`${bob} 3 ATOM`],
    });
  });

  it('may be two levels deep', () => {
    const events = [
      ...inside(rewards(100, val), 0, 0),
      ...inside(rewards(200, other), 1, 0),
      ...inside(moved(ann, bob, '7uatom', 0), 1),
    ];
    const inner = exec(msgClaim(val), msgClaim(other));
    expect(summary({ messages: [exec(inner, msgSend(ann, bob, atom(7)))], events })).toMatchObject({
      from: [`${ann} 7 ATOM`],
      to: [`${ann} 300 ATOM`, `${bob} 7 ATOM`],
    });
  });

  it('that is unknown shows what moved, and does not hide the others', () => {
    const events = [...inside(moved(ann, bob, '7uatom', 0), 0), ...inside(moved(eve, bob, '2uatom', 0), 1)];
    expect(summary({ messages: [exec(msgSend(ann, bob, atom(7)), { '@type': '/some.Msg' })], events })).toEqual({
      mode: 'transfer',
      from: [`${ann} 7 ATOM`, `${eve} 2 ATOM`],
      to: [`${bob} 9 ATOM`],
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
    // The mode is the same whoever looks: one of the coins moved was the chain's own.
    expect(summary({ messages, events }, { account: ann })).toEqual({
      mode: 'transfer',
      from: [`${escrow} 9 ${token}`],
      to: [`${ann} 9 ${token}`],
    });
    expect(summary({ messages, events }, { account: bob })).toEqual({
      mode: 'transfer',
      from: [`${escrow} 4 ATOM`],
      to: [`${bob} 4 ATOM`],
    });
  });

  it('is everything otherwise', () => {
    expect(summary({ messages, events }).to).toEqual([`${ann} 9 ${token}`, `${bob} 4 ATOM`]);
    expect(summary({ messages: messages.slice(0, 2), events: events.filter(({ message }) => message !== 2) })).toEqual({
      mode: 'transferToken',
      tokenId: token,
      from: [`${escrow} 9 ${token}`],
      to: [`${ann} 9 ${token}`],
    });
  });

  it('shows no sender by its text, which another chain wrote', () => {
    const [, , , ...minted] = events;
    const made = { messages: [packet(bob, ann, '9')], events: minted.map((event) => ({ ...event, message: 0 })) };
    expect(JSON.stringify(summary({ ...made, events: moved(escrow, ann, '9uatom', 0) }).from)).not.toContain(bob);
  });

  it('is no transfer to an account that only passed the coins on', () => {
    const onward = [...feesTaken(eve), ...moved(escrow, ann, '9uatom', 0), ...moved(ann, 'cosmos1onward', '9uatom', 0)];
    for (const account of [undefined, ann]) {
      expect(summary({ messages: [packet('osmo1sender', ann, '9')], events: onward }, { account })).toEqual({
        mode: 'unknown',
        from: [`${escrow} 9 ATOM`],
        to: ['cosmos1onward 9 ATOM'],
      });
    }
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
  it('moves nothing but its fee', () => {
    const made = { code: 5, messages: [msgSend(ann, bob, atom(9))], events: feesTaken(ann) };
    expect(parse('cosmoshub', chainTransaction(made))).toMatchObject({
      state: 'failed',
      mode: 'transfer',
      fees: { amount: '2500', ticker: 'ATOM' },
      senders: [{ address: ann, amount: '0', ticker: 'ATOM' }],
    });
    expect(parse('cosmoshub', chainTransaction(made))).not.toHaveProperty('recipients');
    const stake = { code: 5, messages: [msgDelegate(40)], events: feesTaken(ann) };
    expect(summary(stake)).toEqual({ mode: 'stake', from: [`${ann} 0 ATOM`], to: [], target: `${val} 0 ATOM` });
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
    expect(summary(made)).toEqual({ mode: 'claimRewards', from: [`${ann} 0 ATOM`], to: [], source: `${val} 0 ATOM` });
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
    expect(parse('cosmoshub', chainTransaction({ messages, fee })).fees).toEqual({
      ...{ amount: '3', ticker: token, tokenId: token },
    });
  });

  it('may be missing', () => {
    const made = { messages, fee: { amount: [] } };
    expect(parse('cosmoshub', chainTransaction(made)).fees).toEqual({ amount: '0', ticker: 'ATOM' });
  });

  it('that another account grants are paid by it', () => {
    const made = { code: 5, messages, fee: { granter: bob }, events: feesTaken(bob, '2500uatom', ann) };
    const paidByBob = { amount: '2500', ticker: 'ATOM', payer: bob };
    expect(parse('cosmoshub', chainTransaction(made)).fees).toEqual(paidByBob);
  });
});

describe('who paid the fees', () => {
  const grant = { '@type': '/cosmos.authz.v1beta1.MsgExec', grantee: eve, msgs: [msgSend(ann, bob, atom(1))] };

  it('is named if it was not the first sender', () => {
    const made = { messages: [grant], events: [...feesTaken(eve), ...moved(ann, bob, '1uatom', 0)] };
    expect(parse('cosmoshub', chainTransaction(made)).fees).toEqual({ amount: '2500', ticker: 'ATOM', payer: eve });
  });

  it('is named for all that look, if it is not the first sender for one of them', () => {
    const messages = [msgSend(ann, bob, atom(1)), msgSend(eve, bob, atom(2))];
    const events = [...feesTaken(ann), ...moved(ann, bob, '1uatom', 0), ...moved(eve, bob, '2uatom', 1)];
    const answer = chainTransaction({ messages, events });
    const views = [undefined, ann, bob, eve].map((account) => parse('cosmoshub', answer, { account }));
    for (const { fees } of views) expect(fees).toEqual({ amount: '2500', ticker: 'ATOM', payer: ann });
  });

  it('is told by the record, not by what the transaction offers', () => {
    const events = [...feesTaken(bob, '1000uatom', ann), ...moved(ann, bob, '1uatom', 0)];
    const made = { messages: [msgSend(ann, bob, atom(1))], events };
    expect(parse('cosmoshub', chainTransaction(made)).fees).toEqual({ amount: '1000', ticker: 'ATOM', payer: bob });
  });

  it('shows further coins of the fees as sent', () => {
    const events = [...feesTaken(ann, `2500uatom,7${token}`), ...moved(ann, bob, '1uatom', 0)];
    const made = { messages: [msgSend(ann, bob, atom(1))], events };
    const { fees, senders } = parse('cosmoshub', chainTransaction(made));
    expect(fees).toEqual({ amount: '2500', ticker: 'ATOM' });
    expect(senders).toEqual([
      { address: ann, amount: '1', ticker: 'ATOM' },
      { address: ann, amount: '7', ticker: token, tokenId: token },
    ]);
  });

  it('shows a tip to the validator that gets it', () => {
    // As in the recording `cosmoshub`: the fee market takes all, and pays the tip behind the messages.
    const market = 'cosmos13pxn9n3qw79e03844rdadagmg0nshmwf7qvuye';
    const events = [
      ...[...moved(ann, market, '1600uatom'), { type: 'tx', attributes: { acc_seq: `${ann}/5` } }],
      ...[...moved(ann, bob, '9uatom', 0), ...moved(market, eve, '1179uatom')],
    ];
    const made = { messages: [msgSend(ann, bob, atom(9))], events };
    const all = parse('cosmoshub', chainTransaction(made));
    expect([all.fees, all.recipients]).toEqual([
      { amount: '1600', ticker: 'ATOM' },
      [{ address: bob, amount: '9', ticker: 'ATOM' }],
    ]);
    expect(parse('cosmoshub', chainTransaction(made), { account: eve })).toMatchObject({
      fees: { amount: '1600', ticker: 'ATOM' },
      recipients: [{ address: eve, amount: '1179', ticker: 'ATOM' }],
    });
  });
});

describe("a transaction of the chain's EVM", () => {
  const collector = 'dym17xpfvakm2amg962yls6f84z3kell8c5lzy0xwn';
  const [dan, fay] = ['dym1dan', 'dym1fay'];
  const adym = (amount: number) => `${amount}adym`;
  const evm = { '@type': '/ethermint.evm.v1.MsgEthereumTx', data: {}, from: '' };
  const offered = { amount: [{ denom: 'adym', amount: '1000000' }] };
  const outcome = (attributes: Record<string, string>) => [{ type: 'ethereum_tx', attributes, message: 0 }];
  const taken = [...moved(dan, collector, adym(1_000_000)), { type: 'tx', attributes: { fee: adym(1_000_000) } }];

  it('pays for the gas that it used, and what comes back is no movement', () => {
    const events = [...taken, ...moved(dan, fay, adym(5_000_000), 0), ...moved(collector, dan, adym(600_000), 0)];
    const parsed = parse('dymension', chainTransaction({ messages: [evm], fee: offered, events }));
    expect(parsed).toMatchObject({
      state: 'confirmed',
      fees: { amount: '400000', ticker: 'DYM' },
      senders: [{ address: dan, amount: '5000000', ticker: 'DYM' }],
      recipients: [{ address: fay, amount: '5000000', ticker: 'DYM' }],
    });
    const only = [...taken, ...moved(collector, dan, adym(600_000), 0)];
    expect(parse('dymension', chainTransaction({ messages: [evm], fee: offered, events: only }))).toMatchObject({
      fees: { amount: '400000' },
      senders: [{ address: dan, amount: '0' }],
    });
  });

  it('has failed if the EVM says so', () => {
    const events = [
      ...taken,
      ...moved(collector, dan, adym(600_000), 0),
      ...outcome({ ethereumTxFailed: 'execution reverted' }),
    ];
    const parsed = parse('dymension', chainTransaction({ messages: [evm], fee: offered, events }));
    expect(parsed).toMatchObject({ state: 'failed', fees: { amount: '400000' }, senders: [{ amount: '0' }] });
    expect(parsed).not.toHaveProperty('recipients');
  });
});

describe('a token of a contract', () => {
  const contract = `cosmos1${'q'.repeat(58)}`;
  const other = `cosmos1${'p'.repeat(58)}`;
  const execute = (msg: object, target = contract) => ({
    ...{ '@type': '/cosmwasm.wasm.v1.MsgExecuteContract', sender: ann, contract: target, msg, funds: [] },
  });
  const action: MadeEvent = {
    type: 'message',
    attributes: { action: '/cosmwasm.wasm.v1.MsgExecuteContract' },
    message: 0,
  };
  const wasm = (address: string, attributes: Record<string, string>): MadeEvent => ({
    ...{ type: 'wasm', attributes: { _contract_address: address, ...attributes }, message: 0 },
  });
  const sum = (made: MadeTransaction, isListed?: (id: string) => boolean) => {
    const { mode, from, to } = summary(made, { isListed });
    return { mode, from, to };
  };

  it('moves what its contract says, which may be less than was asked for', () => {
    const events = [action, wasm(contract, { action: 'transfer', from: ann, to: bob, amount: '11' })];
    expect(sum({ messages: [execute({ transfer: { recipient: bob, amount: '12' } })], events })).toEqual({
      mode: 'transferToken',
      from: [`${ann} 11 ${contract}`],
      to: [`${bob} 11 ${contract}`],
    });
  });

  it('does not move if another contract says so', () => {
    const events = [action, wasm(other, { action: 'transfer', from: ann, to: bob, amount: '12' })];
    expect(sum({ messages: [execute({ transfer: { recipient: bob, amount: '12' } })], events })).toMatchObject({
      to: [],
    });
    // Only listed ones count in calls of other contracts.
    const made = { messages: [execute({ swap: {} }, 'cosmos1market')], events };
    expect(sum(made)).toEqual({ mode: 'unknown', from: [], to: [] });
    expect(sum(made, (id) => id === other)).toEqual({
      mode: 'unknown',
      from: [`${ann} 12 ${other}`],
      to: [`${bob} 12 ${other}`],
    });
  });

  it('may be sent to a contract, made and burned', () => {
    const events = [
      action,
      wasm(contract, { action: 'send', from: ann, to: other, amount: '5' }),
      wasm(contract, { action: 'mint', to: bob, amount: '3' }),
      wasm(contract, { action: 'burn', from: ann, amount: '2' }),
    ];
    expect(sum({ messages: [execute({ send: { contract: other, amount: '5', msg: '' } })], events })).toEqual({
      mode: 'unknown',
      from: [`${ann} 7 ${contract}`],
      to: [`${other} 5 ${contract}`, `${bob} 3 ${contract}`],
    });
  });

  it('whose movement cannot be read is named in a warning', () => {
    const events = [action, wasm(contract, { action: 'transfer', from: ann, to: bob, amount: '-1' })];
    const made = { messages: [execute({ transfer: { recipient: bob, amount: '12' } })], events };
    expect(parse('cosmoshub', chainTransaction(made)).warnings).toEqual(incomplete(['a token transfer']).warnings);
  });
});

describe('a message that lets another account spend', () => {
  const grant = (type: string) => ({ '@type': type, granter: ann, grantee: eve, grant: { authorization: {} } });

  it.each(['/cosmos.authz.v1beta1.MsgGrant', '/cosmos.feegrant.v1beta1.MsgGrantAllowance'])('%s is named', (type) => {
    const made = { messages: [grant(type)], events: feesTaken(ann) };
    expect(parse('cosmoshub', chainTransaction(made)).warnings).toMatchObject([
      { code: 'transaction.changesControl', context: { account: ann, by: eve } },
    ]);
    expect(parse('cosmoshub', chainTransaction({ ...made, code: 5 }))).not.toHaveProperty('warnings');
  });

  it('is named inside another message', () => {
    const exec = {
      '@type': '/cosmos.authz.v1beta1.MsgExec',
      grantee: bob,
      msgs: [grant('/cosmos.authz.v1beta1.MsgGrant')],
    };
    expect(parse('cosmoshub', chainTransaction({ messages: [exec] })).warnings).toMatchObject([
      { context: { by: eve } },
    ]);
  });
});

describe('one odd event', () => {
  const odd = (attributes: Record<string, string>): MadeEvent => ({ type: 'coin_received', attributes, message: 0 });

  it.each([
    ['without an amount', { receiver: eve }],
    ['with an amount that is none', { receiver: eve, amount: '-5uatom' }],
    ['without an account', { amount: '5uatom' }],
    ['without anything', {}],
  ])('%s costs only itself', (_, attributes) => {
    const events = [...feesTaken(ann), ...moved(ann, bob, '9uatom', 0), odd(attributes as Record<string, string>)];
    const made = { messages: [msgSend(ann, bob, atom(9))], events };
    const parsed = parse('cosmoshub', chainTransaction(made));
    expect(parsed).toMatchObject({
      mode: 'transfer',
      fees: { amount: '2500' },
      senders: [{ address: ann, amount: '9' }],
      recipients: [{ address: bob, amount: '9' }],
    });
    expect(parsed.warnings).toEqual(incomplete(['an amount of coins']).warnings);
  });

  it('does not hide what a known message moved', () => {
    const [spent, received, ...rest] = moved(ann, bob, '9uatom', 0);
    const events = [
      ...feesTaken(ann),
      { ...spent, attributes: { spender: ann, amount: '?' } },
      received,
      ...rest,
    ] as MadeEvent[];
    const made = { messages: [msgSend(ann, bob, atom(9))], events };
    expect(summary(made)).toEqual({ mode: 'transfer', from: [`${ann} 9 ATOM`], to: [`${bob} 9 ATOM`] });
  });
});

it('amounts beyond 2^53 are exact, also in messages with bare numbers', () => {
  const much = '123456789012345678901234567890';
  const events = [...feesTaken(ann), ...moved(ann, bob, `${much}${token}`, 0)];
  const bare = { '@type': '/some.Msg', amount: 123456789012345678901234567890n, to: bob };
  expect(summary({ messages: [bare], events }, { account: bob })).toMatchObject({
    from: [`${ann} ${much} ${token}`],
    to: [`${bob} ${much} ${token}`],
  });
});

it('what several messages moved is not guessed if a node does not tell it apart', () => {
  const events = [...moved(ann, 'cosmos1collector', '2500uatom'), ...moved(eve, bob, '5uatom')];
  const parsed = parse(
    'cosmoshub',
    chainTransaction({ messages: [msgSend(ann, bob, atom(1)), { '@type': '/x' }], events }),
  );
  expect(parsed).toMatchObject({ fees: { amount: '2500' }, recipients: [{ address: bob, amount: '1' }] });
  expect(parsed.warnings).toEqual(incomplete(['what its messages moved']).warnings);
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
    expect(summary({ messages: [msgClaim(val)], events }).to).toEqual([]);
  });

  it('is cleaned before the client gets it', () => {
    const denom = 'x <a href="https://evil.example">';
    const message = msgSend('https://evil.example/ann', bob, { denom, amount: '1' });
    expect(JSON.stringify(summary({ messages: [message] }))).not.toContain('evil');
  });
});

it('a transaction of an unknown shape is at least in the list', () => {
  const { tx_response } = chainTransaction({ messages: [msgSend(ann, bob, atom(1))] });
  const parsed = parse('cosmoshub', { tx: null, tx_response });
  expect(parsed).toEqual({
    id: tx_response.txhash,
    mode: 'unknown',
    state: 'confirmed',
    blockHeight: '100',
    timestamp: '1750000600000',
    ...incomplete(['the content']),
  });
});
