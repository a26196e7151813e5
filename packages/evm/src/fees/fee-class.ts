/** How a chain charges: one of the fee models in `fee-models.ts`. */
export type FeeClass =
  | 'eip1559'
  | 'auto'
  | 'legacy'
  | 'op'
  | 'op-mantle'
  | 'arbitrum'
  | 'zksync'
  | 'linea'
  | 'eip1559-gaslimit'
  | 'eip1559-hyperevm'
  | 'eip1559-cosmos';
