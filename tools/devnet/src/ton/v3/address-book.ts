import type { Address } from '@ton/core';
import { interfacesOf } from '../interfaces.ts';
import { upperRaw } from '../text.ts';
import type { World } from '../world.ts';

/** How v3 shows addresses to people: bounceable for contracts, not bounceable for wallets and what is not deployed. */
export async function addressBook({ chain }: World, addresses: readonly Address[]): Promise<Record<string, unknown>> {
  const rows = addresses.map(async (address) => {
    const { accountState } = await chain.contract(address);
    const interfaces = interfacesOf(accountState?.type === 'active' ? accountState.state.code : undefined);
    const isContract = accountState?.type === 'active' && !interfaces.some((name) => name.startsWith('wallet_'));
    const row = { user_friendly: address.toString({ bounceable: isContract }), domain: null, interfaces };
    return [upperRaw(address), row] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/**
 * What v3 knows of tokens: for a master with all that its document says, for a wallet with its master. The masters of the wallets are added to what was
 * asked for (toncenter/ton-indexer, ton-index-go/index: QueryMetadataImpl, `additional_addrs`).
 */
export async function metadata({ jettons }: World, addresses: readonly Address[]): Promise<Record<string, unknown>> {
  const wallets = await Promise.all(addresses.map((address) => jettons.wallet(address)));
  const masters = wallets.flatMap((wallet) => wallet?.master ?? []);
  const rows = await Promise.all(
    [...addresses, ...masters].map(async (address) => {
      const master = await jettons.master(address);
      if (master !== undefined) {
        const { name, symbol, description, image, decimals, uri } = { ...master.resolved, ...master.content };
        const extra = { ...(decimals === undefined ? {} : { decimals }), ...(uri === undefined ? {} : { uri }) };
        const known = Object.entries({ name, symbol, description, image }).filter(([, value]) => value !== undefined);
        const info = { valid: true, type: 'jetton_masters', ...Object.fromEntries(known), extra };
        return [[upperRaw(address), { is_indexed: true, token_info: [info] }] as const];
      }
      const wallet = await jettons.wallet(address);
      if (wallet === undefined) return [];
      const extra = { balance: String(wallet.balance), owner: upperRaw(wallet.owner), jetton: upperRaw(wallet.master) };
      const info = { valid: true, type: 'jetton_wallets', extra };
      return [[upperRaw(address), { is_indexed: true, token_info: [info] }] as const];
    }),
  );
  return Object.fromEntries(rows.flat());
}
