package main

// The public keys of Ethermint chains (Dymension, Evmos, Humans): /ethermint.crypto.v1.ethsecp256k1.PubKey. Addresses and
// the hash that is signed are made with keccak256. The protobuf file is proto/ethermint/crypto/v1/ethsecp256k1/keys.proto of
// github.com/evmos/ethermint. Its one message is written by hand here, which saves a code generator.

import (
	"bytes"
	"compress/gzip"
	"crypto/subtle"
	"errors"

	"github.com/cosmos/gogoproto/proto"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"
	gproto "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	"github.com/cosmos/cosmos-sdk/x/auth/ante"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
)

// EthPubKey is a compressed public key on secp256k1.
type EthPubKey struct {
	Key []byte `protobuf:"bytes,1,opt,name=key,proto3" json:"key,omitempty"`
}

const ethKeyName = "ethermint.crypto.v1.ethsecp256k1.PubKey"

// ethKeyFile describes the message, compressed as generated code has it.
var ethKeyFile = func() []byte {
	label := descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL
	kind := descriptorpb.FieldDescriptorProto_TYPE_BYTES
	fd := &descriptorpb.FileDescriptorProto{
		Name: gproto.String("ethermint/crypto/v1/ethsecp256k1/keys.proto"), Package: gproto.String("ethermint.crypto.v1.ethsecp256k1"), Syntax: gproto.String("proto3"),
		MessageType: []*descriptorpb.DescriptorProto{{Name: gproto.String("PubKey"), Field: []*descriptorpb.FieldDescriptorProto{
			{Name: gproto.String("key"), JsonName: gproto.String("key"), Number: gproto.Int32(1), Label: &label, Type: &kind}}}},
	}
	raw, err := gproto.Marshal(fd)
	must(err)
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err = w.Write(raw)
	must(err)
	must(w.Close())
	return b.Bytes()
}()

func init() {
	proto.RegisterType((*EthPubKey)(nil), ethKeyName)
	proto.RegisterFile("ethermint/crypto/v1/ethsecp256k1/keys.proto", ethKeyFile)
}

func registerEthKey(r codectypes.InterfaceRegistry) {
	r.RegisterImplementations((*cryptotypes.PubKey)(nil), &EthPubKey{})
}

// sigGasConsumer charges what Ethermint charges for a key of this kind: app/ante/sigverify.go of github.com/evmos/ethermint.
func sigGasConsumer(meter storetypes.GasMeter, signature signing.SignatureV2, params authtypes.Params) error {
	if _, ok := signature.PubKey.(*EthPubKey); ok {
		meter.ConsumeGas(21000, "ante verify: eth_secp256k1")
		return nil
	}
	return ante.DefaultSigVerificationGasConsumer(meter, signature, params)
}

func keccak(b []byte) []byte {
	hash := sha3.NewLegacyKeccak256()
	hash.Write(b)
	return hash.Sum(nil)
}

func (k *EthPubKey) Reset()                    { *k = EthPubKey{} }
func (k *EthPubKey) String() string            { return "EthPubKey" }
func (*EthPubKey) ProtoMessage()               {}
func (*EthPubKey) XXX_MessageName() string     { return ethKeyName }
func (*EthPubKey) Descriptor() ([]byte, []int) { return ethKeyFile, []int{0} }
func (k *EthPubKey) Bytes() []byte             { return k.Key }
func (*EthPubKey) Type() string                { return "eth_secp256k1" }
func (k *EthPubKey) Equals(o cryptotypes.PubKey) bool {
	return k.Type() == o.Type() && subtle.ConstantTimeCompare(k.Bytes(), o.Bytes()) == 1
}

// Address is the last 20 bytes of the hash of the uncompressed key, as on Ethereum.
func (k *EthPubKey) Address() cryptotypes.Address {
	p, err := secp256k1.ParsePubKey(k.Key)
	if err != nil {
		return nil
	}
	return keccak(p.SerializeUncompressed()[1:])[12:]
}

// VerifySignature takes r and s, with or without the recovery byte behind them. s must be in the lower half.
func (k *EthPubKey) VerifySignature(msg, sig []byte) bool {
	if len(sig) == 65 {
		sig = sig[:64]
	}
	p, err := secp256k1.ParsePubKey(k.Key)
	if err != nil || len(sig) != 64 {
		return false
	}
	var r, s secp256k1.ModNScalar
	if r.SetByteSlice(sig[:32]) || s.SetByteSlice(sig[32:]) || s.IsOverHalfOrder() {
		return false
	}
	return ecdsa.NewSignature(&r, &s).Verify(keccak(msg), p)
}

func (k *EthPubKey) Marshal() ([]byte, error) {
	if len(k.Key) == 0 {
		return nil, nil
	}
	// Field 1, bytes. The length of a key fits into one byte.
	return append([]byte{10, byte(len(k.Key))}, k.Key...), nil
}
func (k *EthPubKey) Size() int {
	if len(k.Key) == 0 {
		return 0
	}
	return 2 + len(k.Key)
}
func (k *EthPubKey) MarshalTo(b []byte) (int, error) { raw, _ := k.Marshal(); return copy(b, raw), nil }
func (k *EthPubKey) MarshalToSizedBuffer(b []byte) (int, error) {
	raw, _ := k.Marshal()
	return copy(b[len(b)-len(raw):], raw), nil
}
func (k *EthPubKey) Unmarshal(b []byte) error {
	if len(b) == 0 {
		k.Key = nil
		return nil
	}
	if len(b) < 2 || b[0] != 10 || int(b[1]) != len(b)-2 {
		return errors.New("bad eth public key")
	}
	k.Key = append([]byte(nil), b[2:]...)
	return nil
}
