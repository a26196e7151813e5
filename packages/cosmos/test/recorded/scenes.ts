import type { RecordScene, RecordScenes } from '@isochain/conformance';
import { type CosmosChainId, cosmos } from '../../src/index.ts';
import { signedForms } from '../conformance.ts';
import { type TestKey, testKey } from '../keys.ts';
import { registrationOf } from '../registration.ts';
import { startStandIn } from '../stand-in/index.ts';
import { operatorsOf, standInChain } from '../stand-in/setting.ts';
import type { StandInChain } from '../stand-in/types.ts';

/** The time of all records: 2026-11-23T00:00:00Z. */
const now = Date.UTC(2026, 10, 23);

const token = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';

/** Ten coins with 18 decimals, or 10,000 coins with 6. */
const wholeOf = ({ denom }: StandInChain) => (denom.startsWith('a') || denom === 'inj' ? 10n ** 19n : 10n ** 10n);

/** A chain where the first account has signed before, and holds coins, a token and a stake with rewards. */
function upstreamOf(chain: StandInChain, { address, publicKey }: TestKey) {
  const { ledger, url, fetch } = startStandIn(chain, operatorsOf(chain), () => now);
  const [first = ''] = operatorsOf(chain);
  ledger.credit(address, chain.denom, 100n * wholeOf(chain));
  ledger.credit(address, token, 5_000_000n);
  ledger.setDelegation(address, first, wholeOf(chain));
  ledger.setReward(address, first, 700_000n);
  const account = ledger.account(address);
  account.sequence = 41n;
  account.publicKey = Buffer.from(publicKey, 'hex');
  return { endpoints: [{ name: 'stand-in', url, kind: 'rest' }], fetch };
}

function intentsOf(chain: StandInChain): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const senderAddress = testKey(chain, 1).address;
  const recipientAddress = testKey(chain, 2).address;
  const [validator, other] = operatorsOf(chain);
  const amount = String(wholeOf(chain) / 7n);
  const by = { senderAddress, memo: 'invoice 7 & 8' };
  return {
    transfer: { mode: 'transfer', ...by, recipientAddress, amount },
    maximum: { mode: 'transfer', ...by, recipientAddress, useMaxAmount: true },
    tokens: { mode: 'transferToken', ...by, tokenId: token, recipientAddress, amount: '1234567' },
    'all tokens': { mode: 'transferToken', ...by, tokenId: token, recipientAddress, useMaxAmount: true },
    stake: { mode: 'stake', ...by, targetValidatorAddress: validator, amount },
    redelegation: { mode: 'stake', ...by, sourceValidatorAddress: validator, targetValidatorAddress: other, amount },
    unstake: { mode: 'unstake', ...by, validatorAddress: validator, useMaxAmount: true },
    'unstake of a part': { mode: 'unstake', ...by, validatorAddress: validator, amount },
    claim: { mode: 'claimRewards', ...by, validatorAddress: validator },
    compound: { mode: 'claimRewards', ...by, validatorAddress: validator, compound: true },
    'with gas': {
      mode: 'transfer',
      ...by,
      recipientAddress,
      amount,
      gas: '200000',
    },
  };
}

function scene(chainId: CosmosChainId, name: string, sign?: RecordScene['sign']): RecordScene {
  const chain = standInChain(chainId);
  const intent = intentsOf(chain)[name];
  if (intent === undefined) throw new RangeError(`There is no intent ${name}.`);
  return {
    ...{ name: `${chainId}: ${name}${sign === undefined ? '' : ', signed'}`, chainId, intent, now },
    upstream: () => upstreamOf(chain, testKey(chain, 1)),
    ...(sign === undefined ? {} : { sign }),
  };
}

function signedOn(chainId: CosmosChainId): RecordScene['sign'] {
  const chain = standInChain(chainId);
  return ({ encoded }) => signedForms(chain, encoded, testKey(chain, 1));
}

const names = Object.keys(intentsOf(standInChain('cosmoshub')));

/** Only for the chain with stakes on Bitcoin signet: the documents are of that network. */
const registration: RecordScene = {
  ...scene('babylon-testnet', 'transfer'),
  name: 'babylon-testnet: registration of a stake',
  intent: {
    ...registrationOf(testKey(standInChain('babylon-testnet'), 1).address),
    senderPubKey: testKey(standInChain('babylon-testnet'), 1).publicKey,
  },
};

export const scenes: RecordScenes = {
  scripted: {
    registrations: [registration],
    chains: cosmos.chainIds.flatMap((chainId) => names.map((name) => scene(chainId, name))),
    signatures: (['cosmoshub', 'injective', 'dymension', 'babylon'] as const).map((id) =>
      scene(id, 'transfer', signedOn(id)),
    ),
  },
};
