import type { SharedNotes } from '../connect-options.ts';
import type { FailedAttempt } from '../upstream/index.ts';

/** Broadcasts of a chain after which an endpoint may have the transaction, although none said that it took it. */
export interface LostAnswers {
  /** What is known of earlier broadcasts of a transaction, also of other processes. Undefined if no answer of it was lost. Never fails. */
  find(hash: string): Promise<readonly FailedAttempt[] | undefined>;
  /** Ends once other processes can know of it. Never fails. */
  add(hash: string, lost: readonly FailedAttempt[]): Promise<void>;
  /** The transaction is known to be on its way, or to be over. Never fails. */
  forget(hash: string): Promise<void>;
}

/** The most transactions of a chain that a process remembers. The oldest are forgotten first. */
const mostRemembered = 1_000;

/** How long processes tell each other, in seconds. Our own choice: as long as nodes of Bitcoin keep a transaction by default (Bitcoin Core, src/kernel/mempool_options.h: DEFAULT_MEMPOOL_EXPIRY_HOURS, 336). */
const toldFor = 336 * 3600;

const elsewhere: FailedAttempt = {
  endpoint: 'another process',
  outcome: 'network',
  detail: 'an earlier broadcast of the same bytes lost its answer',
  ms: 0,
};

/**
 * An endpoint that took a transaction may be gone at the next broadcast. Nothing but the first broadcast tells then that it may have it. Without shared
 * notes a process knows only its own broadcasts.
 */
export function createLostAnswers(chainId: string, notes: SharedNotes | undefined): LostAnswers {
  const own = new Map<string, readonly FailedAttempt[]>();
  const keyOf = (hash: string) => `lost:${chainId}:${hash}`;
  return {
    async find(hash) {
      const known = own.get(hash);
      if (known !== undefined || notes === undefined) return known;
      const note = await quiet(() => notes.get(keyOf(hash)));
      return note === undefined ? undefined : [elsewhere];
    },
    async add(hash, lost) {
      // The latest stands last.
      own.delete(hash);
      own.set(hash, lost);
      const [oldest] = own.keys();
      if (own.size > mostRemembered && oldest !== undefined) own.delete(oldest);
      await quiet(() => notes?.set(keyOf(hash), 'lost', toldFor));
    },
    async forget(hash) {
      own.delete(hash);
      await quiet(() => notes?.delete(keyOf(hash)));
    },
  };
}

/** Undefined if it fails. */
async function quiet<T>(work: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
