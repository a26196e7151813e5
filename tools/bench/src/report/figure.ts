/** One measurement. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** The target; absent if there is none. */
  readonly mustBe?: string;
  /** Whether it reaches the target. Present together with `mustBe`. */
  readonly isReached?: boolean;
}

export interface Section {
  readonly title: string;
  /** How it was measured, in a sentence or two. */
  readonly how: string;
  readonly figures: readonly Figure[];
}

/** The figures that miss their targets. */
export function missed(sections: readonly Section[]): Figure[] {
  return sections.flatMap(({ figures }) => figures.filter(({ isReached }) => isReached === false));
}

/** `0.6 ms`, `12 ms`: two significant digits. */
export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

/** Requests per second, rounded, with separators. */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en-US')} /s`;
}

/** @param bytes - Shown in units of 1,000,000. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
