import { createHash } from 'node:crypto';
import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { StandIn, UpstreamAnswer } from '@isochain/conformance/hand-ins/stand-in.ts';
import { Address, beginCell, contractAddress } from '@ton/core';
import { WalletContractV4 } from '@ton/ton';
import { configAccountData } from '../mainnet-config.ts';

// The interface of toncenter v3. Each account has 1000 coins, and its wallet is not deployed.

const json = (body: unknown, status = 200): UpstreamAnswer => ({ status, body: JSON.stringify(body) });

const config = `-1:${'5'.repeat(64)}`;
const configData = configAccountData();
/** The wallet of a public show room (AdamikHQ). */
const recipientAddress = 'UQAQ113dWkP2MOfXN2uv0qPFB-097flcLBhyv0_lhgXEUhwz';
const recipient = Address.parse(recipientAddress).toRawString();

const v3 =
  (globalId: number): StandIn =>
  ({ path }) => {
    const url = new URL(path, 'http://localhost');
    switch (url.pathname) {
      case '/masterchainInfo':
        return json({ last: { global_id: globalId, gen_utime: String(Math.floor(Date.now() / 1000)) } });
      case '/accountStates':
        return json({ accounts: url.searchParams.getAll('address').map(stateOf) });
      case '/transactions':
        return json({ transactions: [] });
      case '/jetton/wallets':
        return json({ jetton_wallets: [] });
      case '/runGetMethod':
        // There is no such contract.
        return json({ gas_used: 0, exit_code: -13, stack: [] });
      default:
        return json({ nominator_pools: [] });
    }
  };

function stateOf(text: string) {
  const raw = Address.parse(text).toRawString();
  const address = raw.toUpperCase();
  // What the code of these two is does not matter here.
  if (raw !== config && raw !== recipient) {
    return { address, balance: '1000000000000', status: 'uninit', last_transaction_lt: '0' };
  }
  return { address, balance: '1', status: 'active', code_boc: configData, data_boc: configData };
}

const { code } = WalletContractV4.create({ workchain: 0, publicKey: Buffer.alloc(32) }).init;

/** The wallet (v4r2) of some key. Nothing is signed, so a hash does for a key: making real ones would take longer than what is measured. */
function accountOf(number: number): { readonly address: string; readonly publicKey: string } {
  const publicKey = createHash('sha256').update(`isochain bench ${number}`).digest();
  const data = beginCell().storeUint(0, 32).storeUint(698_983_191, 32).storeBuffer(publicKey).storeBit(false).endCell();
  const address = contractAddress(0, { code, data }).toString({ bounceable: false });
  return { address, publicKey: publicKey.toString('hex') };
}

export const bench: BenchHandIn = {
  chainId: 'ton',
  endpoint: { kind: 'toncenter-v3' },
  answer: v3(-239),
  lie: v3(-3),
  transfer(number) {
    const { address, publicKey } = accountOf(number);
    return {
      ...{ mode: 'transfer', senderAddress: address, senderPubKey: publicKey },
      recipientAddress,
      amount: '1000000000',
    };
  },
  account: (number) => accountOf(number).address,
  // RFC 8032, section 7.1, test 1.
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
};
