"""Encodes, signs and broadcasts with the client that openapi-python-client makes. A test generates it as package `generated`, and checks and runs this."""

import os

from coincurve import PrivateKey
from generated.api.transactions import broadcast_transaction, encode_transaction
from generated.client import AuthenticatedClient
from generated.models import (
    BroadcastRequest,
    BroadcastRequestTransaction,
    BroadcastResponse,
    EncodeChainId,
    EncodeRequest,
    EncodeRequestTransaction,
    EncodeResponse,
    TransferData,
    TransferDataMode,
)
from generated.types import Unset

env = os.environ
client = AuthenticatedClient(base_url=env["ISOCHAIN_URL"], token=env["ISOCHAIN_KEY"])
chain = EncodeChainId.SEPOLIA

intent = TransferData(
    mode=TransferDataMode.TRANSFER,
    sender_address=env["SENDER"],
    recipient_address=env["RECIPIENT"],
    amount=env["AMOUNT"],
)
encoded = encode_transaction.sync(
    chain, client=client, body=EncodeRequest(transaction=EncodeRequestTransaction(data=intent))
)
if not isinstance(encoded, EncodeResponse):
    raise SystemExit(f"encode answered {encoded}")
if encoded.status.errors:
    raise SystemExit(encoded.status.errors[0].message)

transaction = encoded.transaction
to_sign = transaction.encoded[0].hash_
if isinstance(to_sign, Unset):
    raise SystemExit("there is no hash to sign")
signature = PrivateKey.from_hex(env["PRIVATE_KEY"][2:]).sign_recoverable(bytes.fromhex(to_sign.value), hasher=None)

sent = broadcast_transaction.sync(
    chain,
    client=client,
    body=BroadcastRequest(
        transaction=BroadcastRequestTransaction(
            data=transaction.data, encoded=transaction.encoded, signature=signature.hex()
        )
    ),
)
if not isinstance(sent, BroadcastResponse):
    raise SystemExit(f"broadcast answered {sent}")
print(sent.hash_)
