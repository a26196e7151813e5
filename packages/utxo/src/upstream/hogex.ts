/**
 * Whether a transaction is a HogEx. It stands at the end of a Litecoin block and moves coins into MWEB and out of it. Its first output, of witness
 * version 8, holds all that is inside (LIP-0003).
 */
export function isHogEx({ outputs }: { readonly outputs: readonly { readonly script: string }[] }): boolean {
  return outputs[0]?.script.startsWith('5820') === true;
}
