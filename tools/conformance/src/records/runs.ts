// Accounts and calldata are zeros for the most part. In files a run of the same sign is written as the sign and how often it comes.

/** `AAAA…` of 24 signs or more becomes `⟪A×24⟫`. */
export function packRuns(text: string): string {
  return text.replace(/([0-9A-Za-z+/])\1{23,}/g, (run, sign: string) => `⟪${sign}×${run.length}⟫`);
}

export function unpackRuns(text: string): string {
  return text.replace(/⟪(.)×(\d+)⟫/g, (_, sign: string, count: string) => sign.repeat(Number(count)));
}
