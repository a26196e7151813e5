import { type Address, beginCell, type Cell, contractAddress, type StateInit } from '@ton/core';
import { EngineError } from '../engine.ts';
import { op } from './bodies.ts';
import type { Chain } from './chain.ts';
import { codes } from './codes.ts';
import { faucet, pay } from './faucet.ts';
import { runGetMethod } from './get-method.ts';
import { type JettonMetadata, offChainContent, onChainContent, readContent } from './jetton-content.ts';
import { GiftList } from './mintless.ts';

export interface JettonOptions {
  readonly name: string;
  readonly symbol: string;
  /** Leave it out for a jetton that does not say it: that means 9. */
  readonly decimals?: number;
  /** The chain has nothing but this URI. Indexers know what it says, and answer it. */
  readonly offChain?: string;
  /**
   * Makes a mintless jetton: base units by owner, which nobody has minted. An owner's first transfer proves its entry. They can be claimed from now on, for
   * ten years.
   */
  readonly mintless?: Readonly<Record<string, bigint>>;
}

/** A master contract, as an indexer knows it. */
export interface Master {
  readonly address: Address;
  /** What the document at `uri` says. Only for content that lies off the chain. */
  readonly resolved: JettonMetadata | undefined;
  /** Who may claim. Only for mintless jettons. */
  readonly gifts?: GiftList | undefined;
}

/** Ten years, in seconds. */
const claimSeconds = 315_360_000;

const startBalance = 1_000_000_000n;

/** The masters and wallets of jettons that an indexer knows. */
export class Jettons {
  readonly #chain: Chain;
  readonly #masters = new Map<string, Master>();

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  masters(): readonly Master[] {
    return [...this.#masters.values()];
  }

  /** Lets indexers know a master that was deployed in another way. */
  list(address: Address, resolved?: JettonMetadata, gifts?: GiftList): void {
    this.#masters.set(address.toRawString(), { address, resolved, gifts });
  }

  /** Deploys the reference minter, or a mintless one. The faucet administers it. */
  async deploy({ name, symbol, decimals, offChain, mintless }: JettonOptions): Promise<Address> {
    const from = this.#chain.now();
    const gifts = mintless && new GiftList(mintless, { from, until: from + claimSeconds });
    const metadata = { name, symbol, ...(decimals === undefined ? {} : { decimals: String(decimals) }) };
    const content = offChain === undefined ? onChainContent(metadata) : offChainContent(offChain);
    const [minterCode, walletCode] = gifts
      ? [codes.mintlessMinter.cell, codes.mintlessWallet.cell]
      : [codes.jettonMinter.cell, codes.jettonWallet.cell];
    const data = beginCell().storeCoins(0).storeAddress(faucet).storeRef(content).storeRef(walletCode);
    if (gifts) data.storeBuffer(gifts.root());
    const init = { code: minterCode, data: data.endCell() };
    const address = contractAddress(0, init);
    await pay(this.#chain, { to: address, value: startBalance, init });
    this.list(address, offChain === undefined ? undefined : metadata, gifts);
    return address;
  }

  /** Mints for an owner, who gets no message. */
  async mint(master: Address, owner: Address, amount: bigint): Promise<void> {
    const transfer = beginCell()
      .storeUint(op.jettonInternalTransfer, 32)
      .storeUint(0, 64)
      .storeCoins(amount)
      .storeAddress(master)
      .storeAddress(null) // nobody gets the rest of the coins back
      .storeCoins(0)
      .storeBit(false)
      .endCell();
    const before = await this.balance(master, owner);
    await pay(this.#chain, {
      to: master,
      value: 200_000_000n,
      // mint of the reference minter: op 21, query_id, to_address, amount, master_msg
      body: beginCell()
        .storeUint(21, 32)
        .storeUint(0, 64)
        .storeAddress(owner)
        .storeCoins(100_000_000n)
        .storeRef(transfer)
        .endCell(),
    });
    if ((await this.balance(master, owner)) !== before + amount) throw new EngineError(`${master} did not mint.`);
  }

  /** The address of an owner's wallet, as the master says. Undefined if the master is none. */
  async walletOf(master: Address, owner: Address): Promise<Address | undefined> {
    const slice = beginCell().storeAddress(owner).endCell();
    const { exitCode, stack } = await runGetMethod(this.#chain, master, 'get_wallet_address', [
      { type: 'slice', cell: slice },
    ]);
    const [wallet] = stack;
    return exitCode !== 0 || wallet?.type !== 'slice' ? undefined : wallet.cell.beginParse().loadAddress();
  }

  async balance(master: Address, owner: Address): Promise<bigint> {
    const wallet = await this.walletOf(master, owner);
    return (wallet && (await this.wallet(wallet))?.balance) ?? 0n;
  }

  /** The wallets of these owners for these masters, as an indexer lists them. Without owners: of all that ever had the jetton. */
  async walletsOf(owners: readonly Address[], masters: readonly Address[]): Promise<JettonWallet[]> {
    const known = this.masters().map(({ address }) => address);
    const wanted = masters.length > 0 ? masters.filter((one) => known.some((master) => master.equals(one))) : known;
    const candidates =
      owners.length > 0
        ? await Promise.all(wanted.flatMap((master) => owners.map((owner) => this.walletOf(master, owner))))
        : this.#chain.ledger.accounts();
    const found: JettonWallet[] = [];
    for (const address of candidates) {
      const wallet = address && (await this.wallet(address));
      if (wallet === undefined || !wanted.some((master) => master.equals(wallet.master))) continue;
      // Anybody can deploy a contract that claims to be a wallet. Indexers list what the master confirms.
      if ((await this.walletOf(wallet.master, wallet.owner))?.equals(wallet.address)) found.push(wallet);
    }
    return [...found, ...(await this.#claimable(wanted, owners, found))];
  }

  /** Wallets that need not exist: their owners can claim. */
  async #claimable(
    masters: readonly Address[],
    owners: readonly Address[],
    known: readonly JettonWallet[],
  ): Promise<JettonWallet[]> {
    const found: JettonWallet[] = [];
    for (const master of masters) {
      const gifts = this.#masters.get(master.toRawString())?.gifts;
      for (const owner of gifts?.owners() ?? []) {
        if (owners.length > 0 && !owners.some((one) => one.equals(owner))) continue;
        const address = await this.walletOf(master, owner);
        if (address === undefined || known.some((one) => one.address.equals(address))) continue;
        found.push({ address, balance: 0n, owner, master, isDeployed: false });
      }
    }
    return found;
  }

  /** What an owner can still claim of a mintless jetton. */
  async unclaimed(master: Address, owner: Address): Promise<Unclaimed | undefined> {
    const gifts = this.#masters.get(master.toRawString())?.gifts;
    const gift = gifts?.of(owner);
    const address = await this.walletOf(master, owner);
    if (gifts === undefined || gift === undefined || address === undefined) return undefined;
    const { stack } = await runGetMethod(this.#chain, address, 'is_claimed');
    if (stack[0]?.type === 'int' && stack[0].value !== 0n) return undefined;
    const isDeployed = (await this.wallet(address)) !== undefined;
    const { amount, from, until } = gift;
    return {
      amount,
      from,
      until,
      customPayload: gifts.claim(owner),
      stateInit: isDeployed ? undefined : gifts.wallet(owner, master),
    };
  }

  /** What a wallet says of itself. Undefined if there is none. */
  async wallet(address: Address): Promise<JettonWallet | undefined> {
    const { exitCode, stack } = await runGetMethod(this.#chain, address, 'get_wallet_data');
    const [balance, owner, master] = stack;
    if (exitCode !== 0 || balance?.type !== 'int' || owner?.type !== 'slice' || master?.type !== 'slice')
      return undefined;
    return {
      address,
      balance: balance.value,
      owner: owner.cell.beginParse().loadAddress(),
      master: master.cell.beginParse().loadAddress(),
    };
  }

  /** What a master says of itself. */
  async master(address: Address): Promise<JettonMaster | undefined> {
    const { exitCode, stack } = await runGetMethod(this.#chain, address, 'get_jetton_data');
    const [supply, mintable, admin, content, walletCode] = stack;
    if (exitCode !== 0 || supply?.type !== 'int' || mintable?.type !== 'int') return undefined;
    if (admin?.type !== 'slice' || content?.type !== 'cell' || walletCode?.type !== 'cell') return undefined;
    return {
      address,
      totalSupply: supply.value,
      mintable: mintable.value !== 0n,
      admin: admin.cell.beginParse().loadMaybeAddress() ?? undefined,
      content: readContent(content.cell),
      resolved: this.#masters.get(address.toRawString())?.resolved,
      walletCode: walletCode.cell,
    };
  }
}

export interface JettonWallet {
  /** `false` for a wallet that is not there yet, whose owner can claim. */
  readonly isDeployed?: boolean;
  readonly address: Address;
  readonly balance: bigint;
  readonly owner: Address;
  readonly master: Address;
}

/** A part of a mintless jetton that was never claimed. */
export interface Unclaimed {
  readonly amount: bigint;
  readonly from: number;
  readonly until: number;
  readonly customPayload: Cell;
  /** Undefined if the wallet is deployed. */
  readonly stateInit: StateInit | undefined;
}

export interface JettonMaster {
  readonly address: Address;
  readonly totalSupply: bigint;
  readonly mintable: boolean;
  readonly admin: Address | undefined;
  /** What lies on the chain. */
  readonly content: JettonMetadata;
  readonly resolved: JettonMetadata | undefined;
  readonly walletCode: Cell;
}
