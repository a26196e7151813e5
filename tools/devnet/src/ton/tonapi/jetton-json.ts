import type { Address } from '@ton/core';
import type { JettonMaster, JettonWallet } from '../jettons.ts';
import type { World } from '../world.ts';
import { accountJson } from './transaction-json.ts';

/** What tonapi writes for a jetton without a picture. */
const image = 'https://cache.tonapi.io/imgproxy/placeholder.webp';

/** Decimals are 9 where the jetton does not say (TEP-64). */
function described({ content, resolved }: JettonMaster): {
  name: string;
  symbol: string;
  decimals: string;
  image: string;
} {
  const { name = 'Unknown Token', symbol = 'UKWN', decimals = '9', ...rest } = { ...resolved, ...content };
  return { name, symbol, decimals, image: rest.image ?? image };
}

export async function jettonPreview({ jettons }: World, master: Address): Promise<Record<string, unknown>> {
  const data = await jettons.master(master);
  const fields = data === undefined ? undefined : described(data);
  return {
    address: master.toRawString(),
    name: fields?.name ?? 'Unknown Token',
    symbol: fields?.symbol ?? 'UKWN',
    decimals: Number(fields?.decimals ?? 9),
    image: fields?.image ?? image,
    verification: 'none',
    score: 0,
  };
}

/**
 * A balance as tonapi writes it (schema JettonBalance).
 *
 * @param withClaims Whether it counts what can be claimed: for a client that says that it supports custom payloads.
 */
export async function jettonBalanceJson(
  world: World,
  wallet: JettonWallet,
  withClaims: boolean,
): Promise<Record<string, unknown>> {
  const unclaimed = withClaims ? await world.jettons.unclaimed(wallet.master, wallet.owner) : undefined;
  return {
    balance: String(wallet.balance + (unclaimed?.amount ?? 0n)),
    ...(unclaimed === undefined ? {} : { extensions: ['custom_payload'] }),
    wallet_address: await accountJson(world, wallet.address),
    jetton: await jettonPreview(world, wallet.master),
  };
}

export async function jettonInfoJson(world: World, master: JettonMaster): Promise<Record<string, unknown>> {
  const { account, accountState } = await world.chain.contract(master.address);
  const state = accountState?.type === 'active' ? accountState.state : undefined;
  const holders = (await world.jettons.walletsOf([], [master.address])).filter(({ balance }) => balance > 0n);
  const fields = described(master);
  return {
    mintable: master.mintable,
    total_supply: String(master.totalSupply),
    ...(master.admin ? { admin: await accountJson(world, master.admin) } : {}),
    metadata: { address: master.address.toRawString(), ...fields },
    preview: fields.image,
    verification: 'none',
    holders_count: holders.length,
    ...(state?.code ? { code_hash: state.code.hash().toString('hex') } : {}),
    ...(state?.data ? { data_hash: state.data.hash().toString('hex') } : {}),
    last_transaction_lt: String(account.lastTransactionLt),
  };
}
