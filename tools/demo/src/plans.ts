/** What is moved on the engines of one family, in smallest units. */
export interface Plan {
  /** Of native coins. */
  readonly transfer: string;
  /** Of the demo token. Undefined where there is none. */
  readonly transferToken?: string;
  /** Undefined where nothing can be staked. */
  readonly stake?: string;
}

/** Amounts that end in an odd unit, so that rounding shows. */
export const plans: Readonly<Record<string, Plan>> = {
  evm: { transfer: '1234567890000000001', transferToken: '1500001' },
  solana: { transfer: '1234567891', transferToken: '1500001', stake: '5000000001' },
  bitcoin: { transfer: '1234567891' },
};
