import { contract, oldNode, smartAnswers, underWay } from './encode-scenes.ts';
import { mined } from './signed.ts';
import { type CosmosScene, type Further, scene, type Where } from './upstream.ts';
import { castOf, factoryToken, token, trace } from './world.ts';

// What clients read: states, tokens, validators, transactions and histories.

const hub = castOf('cosmoshub').sender.address;
const there = castOf('babylon');
const old = castOf('sei').sender.address;

/** What nodes of ibc-go 9 and cosmos-sdk 0.50 say of tokens. */
const described: Further = ({ pathname }) => {
  if (pathname === `/ibc/apps/transfer/v1/denoms/${token.slice('ibc/'.length)}`) {
    const [port_id, channel_id] = trace.path.split('/');
    return { denom: { base: trace.base, trace: [{ port_id, channel_id }] } };
  }
  if (pathname !== '/cosmos/bank/v1beta1/denoms_metadata_by_query_string') return undefined;
  return {
    metadata: {
      ...{ base: factoryToken, name: 'Gem', symbol: 'GEM', display: 'gem' },
      denom_units: [
        { denom: factoryToken, exponent: 0 },
        { denom: 'gem', exponent: 6 },
      ],
    },
  };
};

const holdsGems: NonNullable<Where['build']> = (ledger) => {
  underWay(ledger);
  ledger.credit(hub, factoryToken, 77n);
};

const delegated = 'AB'.repeat(32);

/** A delegation of 3 coins that waits for the end of an epoch, and rewards of a Bitcoin stake. */
const epoch: Further = ({ pathname }) => {
  const { sender, validator } = there;
  if (pathname === '/babylon/epoching/v1/epochs/0/messages') {
    const msg = `delegator_address:"${sender.address}" validator_address:"${validator}" amount:<denom:"ubbn" amount:"3000000" > `;
    return {
      msgs: [{ tx_id: delegated.toLowerCase(), msg_id: '0', block_height: '1', msg }],
      pagination: { next_key: null },
    };
  }
  if (pathname === `/cosmos/tx/v1beta1/txs/${delegated}`)
    return { tx: { body: { messages: [{ '@type': '/babylon.epoching.v1.MsgWrappedDelegate' }] } } };
  if (!pathname.startsWith('/babylon/incentive/')) return undefined;
  const coins = (amount: string) => [{ denom: 'ubbn', amount }];
  return { reward_gauges: { BTC_STAKER: { coins: coins('900'), withdrawn_coins: coins('200') } } };
};

const hasMined: NonNullable<Where['build']> = (ledger) => {
  for (const { raw } of mined) ledger.send(raw);
};

const hashOf = (index: number): string => mined[index]?.hash ?? '';
const reading = (name: string, index: number): CosmosScene =>
  scene(name, { chainId: 'cosmoshub', build: hasMined }, (chain) => chain.transaction(hashOf(index)));

export const readScenes: readonly CosmosScene[] = [
  scene('state', { chainId: 'cosmoshub', build: holdsGems, further: described }, (chain) => chain.accountState(hub)),
  scene('state on babylon', { chainId: 'babylon', further: epoch }, (chain) =>
    chain.accountState(there.sender.address, { include: ['native', 'staking'] }),
  ),
  scene('state on an old node', { chainId: 'sei', further: oldNode }, (chain) =>
    chain.accountState(old, { include: ['native'] }),
  ),
  scene('validators', { chainId: 'cosmoshub' }, (chain) => chain.validators()),
  scene('token over IBC', { chainId: 'cosmoshub', further: described }, (chain) => chain.token(token)),
  scene('token of a maker', { chainId: 'cosmoshub', build: holdsGems, further: described }, (chain) =>
    chain.token(factoryToken),
  ),
  scene('token of a contract', { chainId: 'osmosis', further: smartAnswers }, (chain) => chain.token(contract)),
  reading('transaction', 0),
  reading('stake transaction', 3),
  reading('claim transaction', 2),
  scene('history', { chainId: 'cosmoshub', build: hasMined }, (chain) => chain.history(hub, { limit: 10 })),
];
