import { Address, beginCell, type Cell, Dictionary, type DictionaryValue, type StateInit } from '@ton/core';
import { codes } from './codes.ts';

/** What a list gives to an owner, from one time until another (Unix time). */
interface Gift {
  readonly amount: bigint;
  readonly from: number;
  readonly until: number;
}

const giftValue: DictionaryValue<Gift> = {
  serialize: ({ amount, from, until }, builder) => builder.storeCoins(amount).storeUint(from, 48).storeUint(until, 48),
  parse: (slice) => ({ amount: slice.loadCoins(), from: slice.loadUint(48), until: slice.loadUint(48) }),
};

/** The owners of a mintless jetton, as a Merkle tree (TEP-176): each can prove its entry by its first transfer. */
export class GiftList {
  readonly #gifts = Dictionary.empty(Dictionary.Keys.Address(), giftValue);

  constructor(gifts: Readonly<Record<string, bigint>>, { from, until }: { from: number; until: number }) {
    for (const [owner, amount] of Object.entries(gifts)) this.#gifts.set(Address.parse(owner), { amount, from, until });
  }

  /** What is in the data of each wallet. */
  root(): Buffer {
    return beginCell().storeDictDirect(this.#gifts).endCell().hash();
  }

  owners(): Address[] {
    return this.#gifts.keys();
  }

  of(owner: Address): Gift | undefined {
    return this.#gifts.get(owner);
  }

  /** The custom payload of a transfer that claims. */
  claim(owner: Address): Cell {
    return beginCell()
      .storeUint(0x0df602d6, 32)
      .storeRef(this.#gifts.generateMerkleProof([owner]))
      .endCell();
  }

  /** The wallet of an owner that has received nothing yet. */
  wallet(owner: Address, master: Address): StateInit {
    const code = codes.mintlessWallet.cell;
    const data = beginCell()
      .storeCoins(0)
      .storeAddress(owner)
      .storeAddress(master)
      .storeBuffer(this.root())
      .storeBit(false)
      .storeRef(code);
    return { code, data: data.endCell() };
  }
}
