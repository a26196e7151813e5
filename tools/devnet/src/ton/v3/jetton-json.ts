import type { Chain } from '../chain.ts';
import type { JettonMaster, JettonWallet } from '../jettons.ts';
import { upperRaw } from '../text.ts';
import type { World } from '../world.ts';

/** A jetton wallet as v3 writes it (model JettonWallet). */
export async function jettonWalletJson(
  { chain, jettons }: World,
  wallet: JettonWallet,
): Promise<Record<string, unknown>> {
  const unclaimed = await jettons.unclaimed(wallet.master, wallet.owner);
  return {
    address: upperRaw(wallet.address),
    balance: String(wallet.balance),
    owner: upperRaw(wallet.owner),
    jetton: upperRaw(wallet.master),
    ...(await stateJson(chain, wallet)),
    ...(unclaimed === undefined
      ? {}
      : {
          mintless_info: {
            amount: String(unclaimed.amount),
            start_from: unclaimed.from,
            expire_at: unclaimed.until,
            custom_payload_api_uri: [],
          },
        }),
  };
}

/** A master as v3 writes it (model JettonMaster). */
export async function jettonMasterJson(chain: Chain, master: JettonMaster): Promise<Record<string, unknown>> {
  return {
    address: upperRaw(master.address),
    total_supply: String(master.totalSupply),
    mintable: master.mintable,
    admin_address: master.admin ? upperRaw(master.admin) : null,
    jetton_content: master.content,
    jetton_wallet_code_hash: master.walletCode.hash().toString('base64'),
    ...(await stateJson(chain, master)),
  };
}

async function stateJson(chain: Chain, { address }: Pick<JettonWallet, 'address'>): Promise<Record<string, unknown>> {
  const { account, accountState } = await chain.contract(address);
  const state = accountState?.type === 'active' ? accountState.state : undefined;
  return {
    last_transaction_lt: String(account.lastTransactionLt),
    code_hash: state?.code?.hash().toString('base64') ?? null,
    data_hash: state?.data?.hash().toString('base64') ?? null,
  };
}
