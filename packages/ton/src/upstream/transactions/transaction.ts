import { attempt } from '@isochain/core';
import { type Address, beginCell, type Cell, type CommonMessageInfo, storeCommonMessageInfo } from '../../ton-core.ts';
import { loadBodyAfterInit } from '../../wallets/read-message.ts';

/** A message, as the chain carried it. */
export interface ChainMessage {
  /** In hex. Inside a trace it links a transaction to the one that sent the message. */
  readonly hash: string;
  /** Undefined if it came from outside. */
  readonly from: Address | undefined;
  /** Undefined if it went to the outside. */
  readonly to: Address | undefined;
  /** In nanotons. */
  readonly value: bigint;
  /** What its sender paid to forward it, in nanotons. */
  readonly forwardFees: bigint;
  /** Whether it is to come back if its recipient fails. */
  readonly bounce: boolean;
  /** Whether it came back. */
  readonly bounced: boolean;
  /** Undefined if the interface does not give it. */
  readonly body: Cell | undefined;
  /** Computes whether these contents have this hash. */
  readonly isProven: () => boolean;
}

/** A transaction: what one account did with one message. */
export interface ChainTransaction {
  readonly account: Address;
  /** In hex. */
  readonly hash: string;
  readonly lt: bigint;
  /** Unix time in seconds. */
  readonly time: number;
  /** The masterchain block that has it, if the interface tells. */
  readonly masterBlock: bigint | undefined;
  /** `emulated`: expected, but in no block yet. `included`: in a block that may still change. */
  readonly finality: 'emulated' | 'included' | 'final';
  /** False if the contract did not run, failed, or could not send all its messages. */
  readonly isDone: boolean;
  /** Whether the contract keeps what it did: it ran without an error. A message that it skipped changes nothing of that. */
  readonly isApplied: boolean;
  /** In nanotons. Without the forward fees of its messages. */
  readonly totalFees: bigint;
  readonly gas: bigint | undefined;
  /** Undefined if the chain itself started it. */
  readonly inMessage: ChainMessage | undefined;
  readonly outMessages: readonly ChainMessage[];
  /** What the interface answered. */
  readonly raw: unknown;
}

/** Whether a message came from outside: it started a wallet. */
export function isExternal(message: ChainMessage | undefined): message is ChainMessage & { readonly to: Address } {
  return message !== undefined && message.from === undefined && message.to !== undefined;
}

/** Reads the cell of a message (block.tlb: Message, CommonMsgInfo). Undefined if it is none. */
export function readMessage(cell: Cell): ChainMessage | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    const common = { hash: hexHash(cell), isProven: () => true };
    const isOutside = slice.loadBit();
    if (isOutside) {
      const nothing = { ...common, value: 0n, forwardFees: 0n, bounce: false, bounced: false };
      if (slice.loadBit()) {
        const from = slice.loadAddress();
        slice.loadAddressAny();
        slice.skip(64 + 32);
        return { ...nothing, from, to: undefined, body: loadBodyAfterInit(slice) };
      }
      slice.loadAddressAny();
      const to = slice.loadAddress();
      slice.loadCoins();
      return { ...nothing, from: undefined, to, body: loadBodyAfterInit(slice) };
    }
    const ihrDisabled = slice.loadBit();
    const [bounce, bounced] = [slice.loadBit(), slice.loadBit()];
    const [from, to] = [slice.loadAddress(), slice.loadAddress()];
    const value = slice.loadCoins();
    // Other currencies.
    slice.loadMaybeRef();
    // Without instant delivery, the field of its fee holds flags (since version 12 of the chain).
    const instant = slice.loadCoins();
    const forwardFees = slice.loadCoins() + (ihrDisabled ? 0n : instant);
    slice.skip(64 + 32);
    return { ...common, from, to, value, forwardFees, bounce, bounced, body: loadBodyAfterInit(slice) };
  });
}

/**
 * The hashes that a message may have. State and body may each stand in the cell of the message or in one of their own, and the contents do not tell.
 *
 * @returns In hex.
 */
export function possibleHashes(info: CommonMessageInfo, init: Cell | undefined, body: Cell): string[] {
  const inits = init === undefined ? [undefined] : [false, true];
  return inits.flatMap((initInRef) =>
    [false, true].flatMap(
      (bodyInRef) =>
        attempt(() => {
          const cell = beginCell().store(storeCommonMessageInfo(info));
          // Maybe (Either StateInit ^StateInit), then Either body ^body (block.tlb: message).
          if (init === undefined) cell.storeBit(false);
          else if (initInRef === true) cell.storeBit(true).storeBit(true).storeRef(init);
          else cell.storeBit(true).storeBit(false).storeSlice(init.beginParse());
          if (bodyInRef) cell.storeBit(true).storeRef(body);
          else cell.storeBit(false).storeSlice(body.beginParse());
          return hexHash(cell.endCell());
        }) ?? [],
    ),
  );
}

/** The hash of a cell in hex. */
export function hexHash(cell: Cell): string {
  return cell.hash().toString('hex');
}

/** Whether two addresses are of one account. */
export function isSame(a: Address | undefined, b: Address | undefined): boolean {
  return a !== undefined && b !== undefined && a.equals(b);
}

/** The operation that a message asks for: the first 32 bits of its body. 0 stands for a comment, undefined for no operation. */
export function operationOf({ body }: Partial<Pick<ChainMessage, 'body'>>): number | undefined {
  return body !== undefined && body.bits.length >= 32 ? body.beginParse(true).preloadUint(32) : undefined;
}
