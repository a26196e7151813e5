import type { CosmosChainId } from '../../src/index.ts';
import { type CosmosScene, type Further, scene, unknownRoute, type Where } from './upstream.ts';
import { castOf, now, token } from './world.ts';

// What clients encode: each mode, on chains of every fee model, for every way in which a node's answers get into the bytes.

type Intent = Readonly<Record<string, unknown>>;

export function intentsOn(chainId: CosmosChainId): Readonly<Record<string, Intent>> {
  const { sender, recipient, validator, other, whole } = castOf(chainId);
  const by = { senderAddress: sender.address };
  const to = { ...by, recipientAddress: recipient.address };
  const amount = String(2n * whole);
  return {
    transfer: { mode: 'transfer', ...to, amount, memo: 'invoice 7' },
    maximum: { mode: 'transfer', ...to, useMaxAmount: true },
    'named gas': { mode: 'transfer', ...to, amount, gas: '150000' },
    tokens: { mode: 'transferToken', ...to, tokenId: token, amount: '1234567' },
    'all tokens': { mode: 'transferToken', ...to, tokenId: token, useMaxAmount: true },
    'all tokens of a contract': { mode: 'transferToken', ...to, tokenId: contract, useMaxAmount: true },
    stake: { mode: 'stake', ...by, targetValidatorAddress: validator, amount },
    'stake of everything': { mode: 'stake', ...by, targetValidatorAddress: validator, useMaxAmount: true },
    redelegation: {
      ...{ mode: 'stake', ...by, amount },
      ...{ sourceValidatorAddress: validator, targetValidatorAddress: other },
    },
    'redelegation of everything': {
      ...{ mode: 'stake', ...by, useMaxAmount: true },
      ...{ sourceValidatorAddress: validator, targetValidatorAddress: other },
    },
    unstake: { mode: 'unstake', ...by, validatorAddress: validator, amount },
    'unstake of everything': { mode: 'unstake', ...by, validatorAddress: validator, useMaxAmount: true },
    claim: { mode: 'claimRewards', ...by, validatorAddress: validator },
    compound: { mode: 'claimRewards', ...by, validatorAddress: validator, compound: true },
  };
}

/** A token contract on Osmosis. */
export const contract = 'osmo1mlng7pz4pnyxtpq0akfwall37czyk9lukaucsrn30ameplhhshtqdvfm5c';

function encoding(
  name: string,
  chainId: CosmosChainId,
  intent: string,
  where: Omit<Where, 'chainId'> = {},
): CosmosScene {
  const found = intentsOn(chainId)[intent];
  if (found === undefined) throw new RangeError(`There is no intent ${intent}.`);
  return scene(name, { chainId, ...where }, (chain) => chain.encode(found));
}

export const smartAnswers: Further = ({ pathname }) => {
  if (pathname.endsWith('/simulate')) return { gas_info: { gas_wanted: '0', gas_used: '166955' } };
  const [, query] = /\/smart\/(.+)$/.exec(pathname) ?? [];
  if (query === undefined) return undefined;
  const asked = JSON.parse(Buffer.from(decodeURIComponent(query), 'base64').toString());
  if ('balance' in asked) return { data: { balance: '7000000' } };
  return { data: { name: 'Gold', symbol: 'GLD', decimals: 6, total_supply: '9000000' } };
};

/** A node of cosmos-sdk 0.45. */
export const oldNode: Further = ({ pathname }) => {
  if (/spendable_balances\/\w+\/by_denom$/.test(pathname)) return unknownRoute();
  if (pathname === '/cosmos/base/node/v1beta1/status') return unknownRoute();
  if (pathname === '/cosmos/base/tendermint/v1beta1/blocks/latest')
    return { block: { header: { chain_id: 'pacific-1', height: '2', time: new Date(now - 1_000).toISOString() } } };
  return undefined;
};

const injectiveParams: Further = ({ pathname }) =>
  pathname === '/injective/txfees/v1beta1/params'
    ? { params: { max_gas_wanted_per_tx: '70000000', min_gas_price: '160000000.000000000000000000' } }
    : undefined;

/** Redelegations and unstakes of the sender that are under way. */
export const underWay: NonNullable<Where['build']> = (ledger) => {
  const { sender, validator, other, whole } = castOf('cosmoshub');
  const endsAt = now + 86_400_000;
  ledger.unbondings.push({ delegator: sender.address, validator, amount: whole, endsAt });
  ledger.redelegations.push({ delegator: sender.address, source: validator, target: other, endsAt });
};

const onHub = (intent: string, where?: Omit<Where, 'chainId'>) => encoding(intent, 'cosmoshub', intent, where);

export const encodeScenes: readonly CosmosScene[] = [
  onHub('transfer'),
  onHub('maximum'),
  onHub('named gas'),
  onHub('tokens'),
  onHub('all tokens'),
  encoding('all tokens of a contract', 'osmosis', 'all tokens of a contract', { further: smartAnswers }),
  onHub('stake'),
  onHub('stake of everything'),
  onHub('redelegation', { build: underWay }),
  onHub('redelegation of everything'),
  onHub('unstake', { build: underWay }),
  onHub('unstake of everything'),
  onHub('claim'),
  onHub('compound'),
  encoding('maximum on osmosis', 'osmosis', 'maximum'),
  encoding('transfer on injective', 'injective', 'transfer', { further: injectiveParams }),
  encoding('transfer on provenance', 'provenance', 'transfer'),
  encoding('transfer on dymension', 'dymension', 'transfer'),
  encoding('transfer on celestia', 'celestia', 'transfer'),
  encoding('stake on babylon', 'babylon', 'stake'),
  encoding('unstake on babylon', 'babylon', 'unstake'),
  encoding('compound on babylon', 'babylon', 'compound'),
  encoding('maximum on an old node', 'sei', 'maximum', { further: oldNode }),
  encoding('transfer over CometBFT', 'cosmoshub', 'transfer', { kinds: ['rpc'] }),
];
