// Protobuf messages with few fields, for families whose chain writes them. Families with many messages use generated coders.

export { type Fields, readMessage, writeMessage } from './messages.ts';
