/** What indexes or holds a whole chain: the REST interfaces Esplora and Blockbook (v2), and the JSON-RPC of Bitcoin Core and its descendants. */
export type BackendKind = 'esplora' | 'blockbook' | 'core';

/** Interfaces of Babylon: the REST interface of its nodes, and the index that Babylon Labs keep of stakes. */
type BabylonKind = 'babylon' | 'babylon-staking';

/** What endpoints of the family speak. */
export type UtxoKind = BackendKind | BabylonKind;
