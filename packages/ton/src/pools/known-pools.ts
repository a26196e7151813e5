// The pools that can be staked with unless the operator names others.

/** The pool of Tonstakers, whose jetton is tsTON (ton-org/kit, packages/walletkit/src/defi/staking/tonstakers). */
export const tonstakers = 'EQCkWxfyhAkim3g2DjKQQg8T5P4g-Q1-K_jErGcDJZ4i-vqR';

/** The master of tsTON (get_pool_full_data of that pool, index 12; ton-org/kit names it too). */
export const tonstakersMinter = 'EQC98_qAmNEptUtPc7W6xdHh_ZHrBUFpw5Ft_IzNU20QAJav';

/**
 * Hash of the code of nominator pools: ton-blockchain/nominator-pool, func/pool.fc, compiled. tonkeeper/opentonapi (pkg/references/tf.go) and
 * toncenter/ton-indexer know the pools by it too.
 */
export const nominatorPoolCode = '9a3ec14bc098f6b44064c305222caea2800f17dda85ee6a8198a7095ede10dcf';
