/** Kinds that index or hold a whole chain: the REST interfaces Esplora and Blockbook (v2), and the JSON-RPC of Bitcoin Core and its descendants. */
export type BackendKind = 'esplora' | 'blockbook' | 'core';

/** Kinds of Babylon: the REST interface of its nodes, and Babylon Labs' index of stakes. */
type BabylonKind = 'babylon' | 'babylon-staking';

/** All kinds of endpoints of the family. */
export type UtxoKind = BackendKind | BabylonKind;
