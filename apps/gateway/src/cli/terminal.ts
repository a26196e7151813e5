/** The inputs and outputs of a command. */
export interface Terminal {
  readonly variables: Readonly<Record<string, string | undefined>>;
  print(text: string): void;
  complain(text: string): void;
  /** All of standard input. */
  readInput(): Promise<string>;
}

/** A user's mistake: printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
