import { createHash, createPublicKey, verify } from 'node:crypto';

// A chain that does not exist, to try the suite on: it speaks REST, signs messages without hashing them, and knows neither nonces nor gas.
// Transactions expire after some rounds instead. Everything happens in this process.

/** What is signed: the bytes of this as JSON, members in this order. */
export interface Message {
  readonly network: string;
  readonly kind: 'pay' | 'give' | 'allow';
  readonly from: string;
  readonly to: string;
  readonly token: string;
  readonly amount: string;
  readonly fee: string;
  readonly memo: string;
  readonly lastRound: number;
}

interface Entry {
  readonly id: string;
  readonly message: Message;
  round: number | null;
  readonly time: number;
}

export const network = 'pebble-1';
export const flatFee = 1_000n;
export const token = { id: 'shell', name: 'Shell', ticker: 'SHELL', decimals: '2' } as const;
export const url = 'http://ledger.example/v1';
const lifetime = 1_000;
const validators = ['one', 'two', 'three'].map((name, i) => ({
  address: `validator-${name}`,
  name,
  commission: i / 10,
  stakedAmount: String(i * 1_000_000),
}));

export class Ledger {
  readonly #coins = new Map<string, bigint>();
  readonly #tokens = new Map<string, bigint>();
  readonly #keys = new Map<string, string>();
  readonly #entries: Entry[] = [];
  #round = 1;

  add(address: string, amount: bigint, tokenId?: string): void {
    const holdings = tokenId === undefined ? this.#coins : this.#tokens;
    holdings.set(address, (holdings.get(address) ?? 0n) + amount);
  }

  balance(address: string, tokenId?: string): bigint {
    return (tokenId === undefined ? this.#coins : this.#tokens).get(address) ?? 0n;
  }

  /** From now on another key signs for the address, in hex: what the address says no longer tells. */
  rekey(address: string, key: string): void {
    this.#keys.set(address, key);
  }

  #keyOf(address: string): string {
    return this.#keys.get(address) ?? address.slice(0, 64);
  }

  /** Confirms what waits. */
  mine(): void {
    this.#round += 1;
    for (const entry of this.#entries) entry.round ??= this.#round;
  }

  /** The REST interface. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const { pathname, searchParams } = new URL(String(input));
    const [, , resource, id = '', sub] = pathname.split('/');
    const answer = (body: object, status = 200) => new Response(JSON.stringify({ network, ...body }), { status });
    const missing = () => answer({ error: 'missing' }, 404);
    if (init.method === 'POST' && resource === 'transactions')
      return this.#submit(JSON.parse(String(init.body)), answer);
    if (resource === 'status') return answer({ round: this.#round });
    if (resource === 'accounts' && sub === 'transactions') return answer(this.#page(id, searchParams));
    if (resource === 'accounts')
      return answer({
        key: this.#keyOf(id),
        coins: String(this.balance(id)),
        tokens: { [token.id]: String(this.balance(id, token.id)) },
      });
    if (resource === 'tokens') return id === token.id ? answer({ ...token }) : missing();
    if (resource === 'validators') return answer({ validators });
    const found = this.#entries.find((entry) => entry.id === id);
    return found === undefined ? missing() : answer({ transaction: found });
  };

  #page(address: string, query: URLSearchParams): object {
    const before = Number(query.get('before') ?? this.#entries.length);
    const limit = Number(query.get('limit'));
    const all = this.#entries
      .map((entry, index) => ({ ...entry, index }))
      .slice(0, before)
      .reverse();
    return { transactions: all.filter(({ message }) => [message.from, message.to].includes(address)).slice(0, limit) };
  }

  #submit(
    { message: hex, signature }: { message: string; signature: string },
    answer: (body: object, status?: number) => Response,
  ): Response {
    const bytes = Buffer.from(hex, 'hex');
    const message: Message = JSON.parse(bytes.toString('utf8'));
    const id = createHash('sha256').update(bytes).update(Buffer.from(signature, 'hex')).digest('hex');
    if (this.#entries.some((entry) => entry.id === id)) return answer({ error: 'known' }, 400);
    if (message.network !== network) return answer({ error: 'wrong network' }, 400);
    if (!verify(null, bytes, publicKeyOf(this.#keyOf(message.from)), Buffer.from(signature, 'hex')))
      return answer({ error: 'bad signature' }, 400);
    if (message.lastRound < this.#round) return answer({ error: 'expired' }, 400);
    const [amount, fee] = [BigInt(message.amount), BigInt(message.fee)];
    const spent = fee + (message.kind === 'pay' ? amount : 0n);
    if (
      this.balance(message.from) < spent ||
      (message.kind === 'give' && this.balance(message.from, token.id) < amount)
    ) {
      return answer({ error: 'too little' }, 400);
    }
    this.add(message.from, -spent);
    if (message.kind === 'pay') this.add(message.to, amount);
    if (message.kind === 'give') {
      this.add(message.from, -amount, token.id);
      this.add(message.to, amount, token.id);
    }
    this.#entries.push({ id, message, round: null, time: 1_700_000_000_000 + this.#entries.length });
    return answer({ id });
  }

  /** Rounds in which a transaction made now is taken. */
  static readonly lifetime = lifetime;
}

/** Addresses are public keys in hex, with two digits of a checksum. */
export function addressOf(publicKey: string): string {
  return `${publicKey}${createHash('sha256').update(publicKey).digest('hex').slice(0, 2)}`;
}

function publicKeyOf(hex: string): ReturnType<typeof createPublicKey> {
  // RFC 8410: the fixed part of an Ed25519 public key in DER.
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(hex, 'hex')]);
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}
