/** What a command takes from outside, and where it writes to. */
export interface Terminal {
  readonly variables: Readonly<Record<string, string | undefined>>;
  print(text: string): void;
  complain(text: string): void;
  /** All of standard input. */
  readInput(): Promise<string>;
}

/** What a person got wrong: said without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
