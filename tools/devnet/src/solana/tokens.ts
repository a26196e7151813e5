import { type Address, address, getProgramDerivedAddress } from '@solana/kit';
import { EngineError } from '../engine.ts';
import { readAccount, type StoredAccount, writeAccount } from './accounts-db.ts';
import { borshString, concat, key, optionalKey, u8, u16, u32, u64, zeros } from './bytes.ts';
import { faucet } from './faucet.ts';
import { keyOf } from './keys.ts';
import { entry, type MintExtensions, mintEntries, requiredAccountEntries } from './mint-extensions.ts';
import type { Node } from './node.ts';
import { programs } from './programs.ts';
import { mintOf } from './token-balances.ts';

export interface MintOptions {
  /** Defaults to an address of the engine's choice. */
  address?: string;
  /** Defaults to 6. */
  decimals?: number;
  /** Defaults to Token-2022 if there are extensions, because they need it, and to 'token' otherwise. */
  program?: 'token' | 'token-2022';
  /** Who may mint and change extensions. Defaults to a key of the engine. */
  authority?: string;
  /** Who may freeze accounts; `null` is nobody. Defaults to the authority. */
  freezeAuthority?: string | null;
  extensions?: MintExtensions;
  /** A Metaplex metadata account beside the mint. */
  metaplex?: MetaplexOptions;
}

export interface MetaplexOptions {
  name: string;
  symbol: string;
  uri?: string;
  /** 0 is an NFT, 2 a fungible token: Metaplex' TokenStandard. Defaults to 2. */
  tokenStandard?: number;
}

export interface TokenAccountOptions {
  mint: string;
  owner: string;
  /** In smallest units. The mint's supply grows by it. */
  amount?: bigint;
  /** Defaults to the associated token account of the owner. */
  address?: string;
  /** Defaults to the mint's state for new accounts. */
  frozen?: boolean;
  /** Token-2022: transfers to it need a memo. */
  memoRequired?: boolean;
  /** Token-2022: programs may not move the account's tokens. */
  cpiGuard?: boolean;
}

/** Offsets in a mint. */
const supplyOffset = 36;
/** Offsets in a token account. */
const amountOffset = 64;
const stateOffset = 108;
const initialized = 1;
const frozenState = 2;

/** The offset of the byte that tells the kind of account. Extensions follow it. */
const extensionsOffset = 165;
const kindMint = 1;
const kindAccount = 2;

/** Writes mints and token accounts as the token programs lay them out, without transactions. */
export class TokenDesk {
  readonly #node: Node;
  readonly #extensions = new Map<Address, MintExtensions>();
  #count = 0;

  constructor(node: Node) {
    this.#node = node;
  }

  async createMint(options: MintOptions = {}): Promise<Address> {
    const { decimals = 6, extensions, metaplex } = options;
    const program = options.program ?? (extensions === undefined ? 'token' : 'token-2022');
    if (extensions !== undefined && program === 'token')
      throw new EngineError('The classic token program has no extensions.');
    const mint = address(options.address ?? keyOf(`mint ${this.#count++}`).address);
    const authority = address(options.authority ?? faucet.address);
    const freezer = options.freezeAuthority === null ? undefined : address(options.freezeAuthority ?? authority);
    const base = concat(optionalKey(authority), u64(0), u8(decimals), u8(1), optionalKey(freezer));
    this.#write(mint, {
      owner: program === 'token' ? programs.token : programs.token2022,
      data: extensions === undefined ? base : extend(base, kindMint, mintEntries(mint, extensions, authority)),
    });
    if (extensions !== undefined) this.#extensions.set(mint, extensions);
    if (metaplex !== undefined) await this.#createMetaplex(mint, authority, metaplex);
    return mint;
  }

  async createTokenAccount(options: TokenAccountOptions): Promise<Address> {
    const { amount = 0n, memoRequired, cpiGuard } = options;
    const mint = address(options.mint);
    const owner = address(options.owner);
    const program = this.#read(mint).owner;
    const extensions = this.#extensions.get(mint) ?? {};
    const associated = options.address === undefined;
    const account = associated
      ? await associatedTokenAddress(owner, mint, program)
      : address(options.address as string);
    const frozen = options.frozen ?? extensions.defaultFrozen ?? false;
    // mint, owner, amount, delegate, state, native, delegated amount, close authority.
    const base = concat(
      ...[key(mint), key(owner), u64(amount), optionalKey(undefined), u8(frozen ? frozenState : initialized)],
      ...[u32(0), u64(0), u64(0), optionalKey(undefined)],
    );
    const entries = [
      // The associated token program makes accounts whose owner cannot change.
      ...(associated || extensions.nonTransferable ? [entry(7, zeros(0))] : []),
      ...requiredAccountEntries(extensions),
      ...(memoRequired === undefined ? [] : [entry(8, u8(memoRequired ? 1 : 0))]),
      ...(cpiGuard === undefined ? [] : [entry(11, u8(cpiGuard ? 1 : 0))]),
    ];
    if (program === programs.token && (memoRequired !== undefined || cpiGuard !== undefined)) {
      throw new EngineError('The classic token program has no extensions.');
    }
    this.#write(account, {
      owner: program,
      data: program === programs.token || entries.length === 0 ? base : extend(base, kindAccount, concat(...entries)),
    });
    if (amount > 0n) this.#add(mint, supplyOffset, amount);
    return account;
  }

  /** Adds to a token account and to the supply. */
  mintTo(tokenAccount: string, amount: bigint): void {
    const account = address(tokenAccount);
    const mint = mintOf(this.#read(account));
    this.#add(account, amountOffset, amount);
    this.#add(mint, supplyOffset, amount);
  }

  setFrozen(tokenAccount: string, frozen: boolean): void {
    this.#patch(address(tokenAccount), stateOffset, u8(frozen ? frozenState : initialized));
  }

  /** MetadataV1 as the Metaplex program writes it: strings padded with zeros to their full length. */
  async #createMetaplex(mint: Address, authority: Address, options: MetaplexOptions): Promise<void> {
    const { name, symbol, uri = '', tokenStandard = 2 } = options;
    const seeds = ['metadata', key(programs.metadata), key(mint)];
    const [account] = await getProgramDerivedAddress({ programAddress: programs.metadata, seeds });
    const padded = (text: string, size: number): Uint8Array =>
      borshString(text + '\0'.repeat(size - Buffer.byteLength(text)));
    const data = concat(
      ...[u8(4), key(authority), key(mint), padded(name, 32), padded(symbol, 10), padded(uri, 200)],
      // Seller's fee, no creators, primary sale, mutable, no edition nonce, token standard.
      ...[u16(0), u8(0), u8(0), u8(1), u8(0), concat(u8(1), u8(tokenStandard))],
    );
    // The program allocates 607 bytes. Most of them stay empty.
    this.#write(account, { owner: programs.metadata, data: concat(data, zeros(607 - data.length)) });
  }

  #read(account: Address): StoredAccount {
    const stored = readAccount(this.#node.svm, account);
    if (stored === undefined) throw new EngineError(`There is no account ${account}.`);
    return stored;
  }

  #write(account: Address, { owner, data }: Pick<StoredAccount, 'owner' | 'data'>): void {
    const lamports = this.#node.svm.minimumBalanceForRentExemption(BigInt(data.length));
    writeAccount(this.#node.svm, account, { owner, data, lamports, executable: false });
  }

  #patch(account: Address, offset: number, bytes: Uint8Array): void {
    const stored = this.#read(account);
    const data = stored.data.slice();
    data.set(bytes, offset);
    writeAccount(this.#node.svm, account, { ...stored, data });
  }

  #add(account: Address, offset: number, amount: bigint): void {
    const { data } = this.#read(account);
    const present = new DataView(data.buffer, data.byteOffset).getBigUint64(offset, true);
    this.#patch(account, offset, u64(present + amount));
  }
}

/** Pads to the offset of the kind, which is the same in all extended accounts, and adds the extensions. */
function extend(base: Uint8Array, kind: number, entries: Uint8Array): Uint8Array {
  const data = concat(base, zeros(extensionsOffset - base.length), u8(kind), entries);
  // A length of 355 bytes marks a multisig. So the program makes an account of that length two bytes longer.
  return data.length === 355 ? concat(data, zeros(2)) : data;
}

export async function associatedTokenAddress(owner: Address, mint: Address, program: Address): Promise<Address> {
  const seeds = [key(owner), key(program), key(mint)];
  const [account] = await getProgramDerivedAddress({ programAddress: programs.associatedToken, seeds });
  return account;
}
