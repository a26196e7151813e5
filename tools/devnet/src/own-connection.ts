/**
 * Headers that give a request a connection of its own. Some nodes close a kept connection at any moment. A request that is on its way then fails with
 * "other side closed", although the node is well.
 */
export const ownConnection = { connection: 'close' } as const;
