import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { type CosmosChainId, namedChain } from '../chains.ts';
import { transactionAnswer } from '../upstream/lcd/transaction-answer.ts';
import { parseTransaction } from './parse-transaction.ts';

// Whole answers of public nodes of eight chains and four generations of cosmos-sdk. The expected results were read from them by hand.

interface Expected {
  readonly chain: CosmosChainId;
  readonly mode: string;
  /** Height, time. */
  readonly block: readonly [string, string];
  readonly fees: string;
  /** Sequence and gas used. Transactions of an EVM have no sequence. */
  readonly used: readonly [string | undefined, string];
  readonly memo?: string;
  readonly tokenId?: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly source?: string;
  readonly target?: string;
}

const usdcOnHub = 'ibc/915992C8486D299941292A913640167F0BA02DC2F599BFFED0732CE932C2FCC4';
const tiaOnOsmosis = 'factory/osmo1f5vfcph2dvfeqcqkhetwv75fda69z7e5c2dldm3kvgj23crkv6wqcn47a0/umilkTIA';
const orderToken = 'ibc/D189335C6E4A68B513C10AB227BF1C1D38C746766278BA3EEB4FB14124F1D858';
const atomOnStride = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';

const transactions: Readonly<Record<string, Expected>> = {
  celestia_delegate: {
    chain: 'celestia',
    mode: 'stake',
    block: ['520923', '2024-01-10T02:41:16Z'],
    fees: '1933 TIA',
    used: ['0', '148362'],
    from: ['celestia1keardu3hsg6kjj253gmgquu8ml4xuws4wve6zz 1010000 TIA'],
    to: [],
    target: 'celestiavaloper19v94c3z7ckarwsum76kaagma0wqsqhh5nl5zqg 1010000 TIA',
  },
  celestia_redelegate: {
    chain: 'celestia',
    mode: 'stake',
    block: ['520928', '2024-01-10T02:42:15Z'],
    fees: '5918 TIA',
    used: ['1', '227279'],
    from: ['celestia1nsen97qhzqavwkn64vhyc09pst3sc4wk8dqnsm 0 TIA'],
    to: ['celestia1nsen97qhzqavwkn64vhyc09pst3sc4wk8dqnsm 3393 TIA'],
    source: 'celestiavaloper1kd94m7dsh87fdqs2mcdpqz0as64mp6f0mq3nge 2700000 TIA',
    target: 'celestiavaloper1qe8uuf5x69c526h4nzxwv4ltftr73v7q5qhs58 2700000 TIA',
  },
  celestia_send: {
    chain: 'celestia',
    mode: 'transfer',
    block: ['2523', '2023-10-31T22:26:00Z'],
    fees: '21757 TIA',
    used: ['0', '83439'],
    memo: '104051904',
    from: ['celestia1002cc5zkqvlvennxy5a5jrkywa052gdhdrqrlz 3000000 TIA'],
    to: ['celestia1fd3mclxp4e2fh0wpau3eg55x2fsm7yjxzg29j2 3000000 TIA'],
  },
  cosmoshub_delegate: {
    chain: 'cosmoshub',
    mode: 'stake',
    block: ['26282836', '2025-06-21T20:33:42Z'],
    fees: '5194 ATOM',
    used: ['47', '492115'],
    from: ['cosmos1z64xeecaqudhe2scx0m4mtvh7d0g5khyakpsmw 17732657 ATOM'],
    to: ['cosmos1z64xeecaqudhe2scx0m4mtvh7d0g5khyakpsmw 27 ATOM'],
    target: 'cosmosvaloper1jlr62guqwrwkdt4m3y00zh2rrsamhjf9num5xr 17732657 ATOM',
  },
  cosmoshub_send_sdk047: {
    chain: 'cosmoshub',
    mode: 'transfer',
    block: ['18171337', '2023-12-07T03:13:04Z'],
    fees: '2090 ATOM',
    used: ['182', '73734'],
    from: ['cosmos13fe2vuy0e383q64usww4v5vxkmz6gcnfwv5u7v 2000000 ATOM'],
    to: ['cosmos1xu3gawvpgykepm6kg4ayvs7q8zepj2jzecedax 2000000 ATOM'],
  },
  cosmoshub_transfer: {
    chain: 'cosmoshub',
    mode: 'transfer',
    block: ['26257963', '2025-06-20T04:09:19Z'],
    fees: '1600 ATOM',
    used: ['447', '105321'],
    memo: '6439432658467882',
    from: ['cosmos1wev8ptzj27aueu04wgvvl4gvurax6rj5f0v7rw 50000000 ATOM'],
    to: ['cosmos1hgp84me0lze8t4jfrwsr05aep2kr57zrk4gecx 50000000 ATOM'],
  },
  cosmoshub_transfer_ibc_denom: {
    chain: 'cosmoshub',
    mode: 'transferToken',
    block: ['30033798', '2026-03-03T17:24:03Z'],
    fees: '689 ATOM',
    used: ['37754', '115692'],
    tokenId: usdcOnHub,
    from: [`cosmos1dej28rxfh39axghzlcusd98qhpkdarcqqu23ua 20000000000 ${usdcOnHub}`],
    to: [`cosmos1n3wq399w3s6reslvngve5quw85xusf7la5cpfs 20000000000 ${usdcOnHub}`],
  },
  dymension_MsgEthereumTx: {
    chain: 'dymension',
    mode: 'unknown',
    block: ['13550', '2024-02-07T12:51:12Z'],
    fees: '1975890000000000 DYM',
    used: [undefined, '21000'],
    from: ['dym1c2l43ugygxrz6qc3j38zhhvkcdrm89r9tpplu8 28500000000000000000 DYM'],
    to: ['dym197agj88rpwhhmqrrajsztnt2dd245xvh2zelze 28500000000000000000 DYM'],
  },
  dymension_delegate_ethsecp256k1: {
    chain: 'dymension',
    mode: 'stake',
    block: ['66609', '2024-02-11T01:08:17Z'],
    fees: '5699620000000000 DYM',
    used: ['0', '203664'],
    from: ['dym1gxe3ryxw8h957yghtp87as24pt66hpvee4lj52 55500000000000000000 DYM'],
    to: [],
    target: 'dymvaloper1skc8aut895jvg4hdxx7q89sus5x63ede6erjkj 55500000000000000000 DYM',
  },
  injective_send: {
    chain: 'injective',
    mode: 'transfer',
    block: ['54067389', '2023-12-11T19:13:59Z'],
    fees: '103445000000000 INJ',
    used: ['3', '85734'],
    memo: '101616414',
    from: ['inj137aqf3usphm78scte2pnt5z02hvcqpyafkhzsj 333000000000000000000 INJ'],
    to: ['inj137aqf3usphm78scte2pnt5z02hvcqpyafkhzsj 333000000000000000000 INJ'],
  },
  osmosis_authz_grant: {
    chain: 'osmosis',
    mode: 'unknown',
    block: ['18171445', '2024-07-20T01:00:22Z'],
    fees: '468 OSMO',
    used: ['172', '115505'],
    memo: 'Creating Vault using Evia.',
    from: ['osmo1u3xlchr8rvmaxfuh6n2nsnj5phpc3k5dpdww6m 0 OSMO'],
    to: [],
  },
  osmosis_execute_contract: {
    chain: 'osmosis',
    mode: 'unknown',
    block: ['13779181', '2024-02-13T16:43:03Z'],
    fees: '572 OSMO',
    used: ['14', '166955'],
    memo: 'TFM',
    from: [`osmo1rqamy6jc3f0rwrg5xz8hy8q7n932t2488f2gqg3d0cadvd3uqaxq4wazn8 133430895 ${orderToken}`],
    to: [`osmo10a70lpas3rkydmpnqs0dtr5my5kt8ggf4lqwjh 133430895 ${orderToken}`],
  },
  osmosis_ibc_transfer: {
    chain: 'osmosis',
    mode: 'transferToken',
    block: ['13211354', '2024-01-11T19:25:19Z'],
    fees: '12500 OSMO',
    used: ['0', '451141'],
    memo: 'Demex_Date-2024-01-11T19:25:19',
    tokenId: tiaOnOsmosis,
    from: [`osmo1f06vhp6m9fkghfpgafqwuetys9u74gy7eurz86 3957272 ${tiaOnOsmosis}`],
    // The escrow account of the channel. The receiver is on another chain.
    to: [`osmo1v9njymsdu8gdqp4malxvztx9583jqgd72e24hx 3957272 ${tiaOnOsmosis}`],
  },
  // 6919061 and 624267 staked; 6919062 and 624267 were paid as rewards.
  osmosis_multi_delegate: {
    chain: 'osmosis',
    mode: 'stake',
    block: ['12590567', '2023-12-01T22:18:02Z'],
    fees: '6606 OSMO',
    used: ['25', '543588'],
    memo: 'Delegate(rewards)',
    from: ['osmo1jdx4rukctmdw7ad6xw5zjrlqchyj4kt632t2rn 7543328 OSMO'],
    to: ['osmo1jdx4rukctmdw7ad6xw5zjrlqchyj4kt632t2rn 7543329 OSMO'],
    target: 'osmovaloper1clpqr4nrk4khgkxj78fcwwh6dl3uw4ep88n0y4 6919061 OSMO',
  },
  osmosis_redelegate: {
    chain: 'osmosis',
    mode: 'stake',
    block: ['12590611', '2023-12-01T22:22:23Z'],
    fees: '14451 OSMO',
    used: ['329', '390860'],
    from: ['osmo1xqgyn7q534lckptdncvhwpzv09tfrsxrf3k4zr 0 OSMO'],
    to: ['osmo1xqgyn7q534lckptdncvhwpzv09tfrsxrf3k4zr 24 OSMO'],
    source: 'osmovaloper1clpqr4nrk4khgkxj78fcwwh6dl3uw4ep88n0y4 218615716 OSMO',
    target: 'osmovaloper1u5v0m74mql5nzfx2yh43s2tke4mvzghr6m2n5t 218615716 OSMO',
  },
  saga_delegate: {
    chain: 'saga',
    mode: 'stake',
    block: ['2091768', '2024-08-25T13:44:00Z'],
    fees: '4880 SAGA',
    used: ['63', '150991'],
    from: ['saga152sejycmayk0ffs9dm934y6ppne7lhe2vuuhwv 10000000 SAGA'],
    to: ['saga152sejycmayk0ffs9dm934y6ppne7lhe2vuuhwv 1672 SAGA'],
    target: 'sagavaloper1am6qxsfxpzxdk7j8e8s37vs6pe8zr6m922nqte 10000000 SAGA',
  },
  saga_send: {
    chain: 'saga',
    mode: 'transfer',
    block: ['2091780', '2024-08-25T13:45:07Z'],
    fees: '5000 SAGA',
    used: ['21825', '57866'],
    from: ['saga1uskfr6grywpszw7787mz46evjdh4teux60r07l 850905000 SAGA'],
    to: ['saga186kh7c0k0gh4ww0wh4jqc4yhzu7n7dhsc3dh9e 850905000 SAGA'],
  },
  saga_withdraw: {
    chain: 'saga',
    mode: 'claimRewards',
    block: ['2091684', '2024-08-25T13:36:04Z'],
    fees: '3342 SAGA',
    used: ['119', '106828'],
    from: ['saga1cc97gwjpx5mlyeznptnn9x0hvwgzcy6jvkl8zv 0 SAGA'],
    to: ['saga1cc97gwjpx5mlyeznptnn9x0hvwgzcy6jvkl8zv 702922 SAGA'],
    source: 'sagavaloper1qe8uuf5x69c526h4nzxwv4ltftr73v7qsdtg4m 702922 SAGA',
  },
  sei_delegate: {
    chain: 'sei',
    mode: 'stake',
    block: ['128461400', '2025-01-27T14:39:44Z'],
    fees: '4353 SEI',
    used: ['24', '159174'],
    from: ['sei1axmqyvccsdvsgga2g7lajmj2dqtu2uusl0pz8e 98000000 SEI'],
    to: [],
    target: 'seivaloper17ga9jha45gu0x04yrmfpjpksmqe48wupzk5jex 98000000 SEI',
  },
  // Its events also move 85000000 between two modules: that is no movement of an account.
  sei_redelegate: {
    chain: 'sei',
    mode: 'stake',
    block: ['135989899', '2025-03-11T08:52:06Z'],
    fees: '79612 SEI',
    used: ['45', '276785'],
    from: ['sei157483dnzqn9g29gvm8ppnxkq67858vhkc53et2 0 SEI'],
    to: ['sei157483dnzqn9g29gvm8ppnxkq67858vhkc53et2 529209 SEI'],
    source: 'seivaloper16znh8ktn33dwnxxc9q0jmxmjf6hsz4tl0s6vxh 85000000 SEI',
    target: 'seivaloper1yry0nprqutgcll4rqr44e5c2tk2ad6vkahhyrt 85000000 SEI',
  },
  sei_send: {
    chain: 'sei',
    mode: 'transfer',
    block: ['131877855', '2025-02-15T23:24:19Z'],
    fees: '80208 SEI',
    used: ['42', '72962'],
    memo: '3139622228',
    from: ['sei1e22msazh4pmdzvpckzfsth37ys4c4yh85dcg8q 209056000000 SEI'],
    to: ['sei1re40yc426rq9ptzmxx20ckqmlq4yrcm7yfld7m 209056000000 SEI'],
  },
  stride_liquid_stake: {
    chain: 'stride',
    mode: 'unknown',
    block: ['1161881', '2022-11-23T12:53:15Z'],
    fees: '0 STRD',
    used: ['1', '561166'],
    from: [`stride1hc6kkysu2kwx3ls0nhw29sw69wc9qx892xupmf 10000 ${atomOnStride}`],
    to: [
      `stride1rttt2xdr2kkxckfukkuevxvct6w6jmkjtcmh3a5a9ej9ukdkkpvqxzwlws 10000 ${atomOnStride}`,
      'stride1hc6kkysu2kwx3ls0nhw29sw69wc9qx892xupmf 9645 stuatom',
    ],
  },
};

/** Claims that paid dozens of tokens: the count, and the native coin. */
const claims = {
  cosmoshub_withdraw_rewards: ['0B615F5D', 'cosmosvaloper1tflk30mq5vgqjdly92kkhhq3raev2hnz6eete3', '25000', '49'],
  cosmoshub_withdraw_sdk047: ['14BCA0CF', 'cosmosvaloper157v7tczs40axfgejp2m43kwuzqe0wsy0rv8puv', '4073', '383'],
} as const;

const path = (name: string) => `cosmos/tx_${name}.json`;
const all = [...Object.keys(transactions), ...Object.keys(claims)].map(path);

/** Some recordings are only `tx_response`, which holds the transaction too. */
function parse(chain: CosmosChainId, text: string) {
  const recorded = JSON.parse(text);
  const answer = recorded.tx_response === undefined ? { tx: recorded.tx, tx_response: recorded } : recorded;
  return { answer, parsed: parseTransaction(namedChain(chain), transactionAnswer.parse(answer)) };
}

describeCaptures('recorded transactions', all, (read) => {
  it.each(Object.entries(transactions))('%s', (name, expected) => {
    const { answer, parsed } = parse(expected.chain, read(path(name)));
    const words = (of: { address: string; amount: string; ticker: string }) =>
      `${of.address} ${of.amount} ${of.ticker}`;
    const { senders = [], recipients = [], validators = {}, fees } = parsed;
    const found: Expected = {
      chain: expected.chain,
      mode: parsed.mode,
      block: [parsed.blockHeight ?? '', new Date(Number(parsed.timestamp)).toISOString().replace('.000', '')],
      fees: `${fees?.amount} ${fees?.ticker}`,
      used: [parsed.nonce, parsed.gas ?? ''],
      ...(parsed.memo === undefined ? {} : { memo: parsed.memo }),
      ...(parsed.tokenId === undefined ? {} : { tokenId: parsed.tokenId }),
      from: senders.map(words),
      to: recipients.map(words),
      ...(validators.source === undefined ? {} : { source: words(validators.source) }),
      ...(validators.target === undefined ? {} : { target: words(validators.target) }),
    };
    expect(found).toEqual(expected);
    expect([parsed.id, parsed.state]).toEqual([answer.tx_response.txhash, 'confirmed']);
  });

  it.each(Object.entries(claims))('%s', (name, [id, validator, fee, nonce]) => {
    const { answer, parsed } = parse('cosmoshub', read(path(name)));
    expect(parsed).toMatchObject({ mode: 'claimRewards', fees: { amount: fee, ticker: 'ATOM' }, nonce });
    expect(parsed.senders?.map(({ amount }) => amount)).toEqual(['0']);
    expect(parsed.id.startsWith(id)).toBe(true);
    expect(parsed.validators?.source?.address).toBe(validator);
    // The text of the event, put together again.
    const events = [...(answer.tx_response.events ?? []), ...(answer.tx_response.logs?.[0]?.events ?? [])];
    const event = events.find(({ type }: { type: string }) => type === 'withdraw_rewards');
    const paid = parsed.recipients?.map(({ amount, ticker }) => `${amount}${ticker === 'ATOM' ? 'uatom' : ticker}`);
    expect(paid?.join()).toBe(event.attributes[0].value);
    expect(paid?.length).toBeGreaterThan(10);
    expect(new Set(parsed.recipients?.map(({ address }) => address))).toEqual(
      new Set([answer.tx_response.tx.body.messages[0].delegator_address]),
    );
  });

  // The books: what an account got, less what it gave and the fees it paid, is by how much its balance changed. Accounts of modules that hold stakes,
  // rewards and fees are no parties.
  it.each([
    ...Object.entries(transactions),
    ...Object.keys(claims).map((name) => [name, { chain: 'cosmoshub' }] as const),
  ])('%s balances', (name, { chain }) => {
    const { answer, parsed } = parse(chain as CosmosChainId, read(path(name)));
    const { denom } = namedChain(chain as CosmosChainId).chain;
    const recorded = balanceChanges(answer.tx_response);
    const shown = new Map<string, bigint>();
    const add = (address: string, coin: string, amount: bigint) =>
      shown.set(`${address} ${coin}`, (shown.get(`${address} ${coin}`) ?? 0n) + amount);
    for (const { address, tokenId = denom, amount } of parsed.recipients ?? []) add(address, tokenId, BigInt(amount));
    for (const { address, tokenId = denom, amount } of parsed.senders ?? []) add(address, tokenId, -BigInt(amount));
    const payer = parsed.fees?.payer ?? parsed.senders?.[0]?.address ?? '';
    // Logs of old nodes have no events of the fees.
    if (recorded.hasFees) add(payer, parsed.fees?.tokenId ?? denom, -BigInt(parsed.fees?.amount ?? 0));
    // One recording has no events at all.
    expect(recorded.changes.size > 0).toBe(name !== 'cosmoshub_transfer_ibc_denom');
    if (recorded.changes.size === 0) return;
    const parties = [...shown].filter(([, amount]) => amount !== 0n);
    expect(Object.fromEntries(parties)).toEqual(
      Object.fromEntries(parties.map(([key]) => [key, recorded.changes.get(key)])),
    );
  });
});

interface RecordedEvent {
  readonly type: string;
  readonly attributes: readonly { readonly key: string; readonly value: string }[];
}

/** Balance changes by the events of a recording, read without the code that is tested. Some recordings have attributes in base64. */
function balanceChanges(response: { events?: RecordedEvent[]; logs?: { events: RecordedEvent[] }[] }) {
  const listed = response.events ?? [];
  const hasFees = listed.length > 0;
  const changes = new Map<string, bigint>();
  const plain = (text: string) =>
    /^[A-Za-z0-9+/]+={0,2}$/.test(text) && !/^(spender|receiver|amount)$/.test(text) ? atob(text) : text;
  for (const { type, attributes } of hasFees ? listed : (response.logs ?? []).flatMap(({ events }) => events)) {
    if (type !== 'coin_spent' && type !== 'coin_received') continue;
    const isEncoded = attributes.every(({ key }) => !/^(spender|receiver|amount|msg_index|authz_msg_index)$/.test(key));
    let account = '';
    for (const { key, value } of attributes) {
      const [name, text] = isEncoded ? [plain(key), plain(value)] : [key, value];
      if (name === 'spender' || name === 'receiver') account = text;
      if (name !== 'amount' || text === '') continue;
      for (const coin of text.split(',')) {
        const [, digits = '', denom] = /^(\d+)(.+)$/.exec(coin) ?? [];
        const entry = `${account} ${denom}`;
        changes.set(entry, (changes.get(entry) ?? 0n) + (type === 'coin_spent' ? -BigInt(digits) : BigInt(digits)));
      }
    }
  }
  return { changes, hasFees };
}
