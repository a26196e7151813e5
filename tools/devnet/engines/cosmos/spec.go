package main

import (
	"encoding/json"
	"os"

	"cosmossdk.io/math"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
)

// Spec describes one chain. Fields that are left out get the values of withDefaults.
type Spec struct {
	ChainID string `json:"chainId"`
	Prefix  string `json:"prefix"` // of addresses of accounts
	Denom   string `json:"denom"`  // of fees and stakes
	// Decimals of the coin. A validator has one vote for each whole coin: chains with 18 decimals set this too,
	// because votes are 64-bit numbers.
	Decimals    int64  `json:"decimals"`
	MinGasPrice string `json:"minGasPrice"` // with its denomination: "0.005uatom"
	// Time between blocks, in milliseconds.
	BlockMs int `json:"blockMs"`
	// Time that stakes take to come back, in seconds.
	UnbondingSeconds int `json:"unbondingSeconds"`
	// Where the node listens, as host:port: CometBFT's JSON-RPC, the REST interface, gRPC.
	RPC        string                `json:"rpc"`
	API        string                `json:"api"`
	GRPC       string                `json:"grpc"`
	Accounts   []Account             `json:"accounts"`
	Validators []Validator           `json:"validators"`
	Metadata   []banktypes.Metadata  `json:"metadata"`  // of denominations, for the bank module
	IBCDenoms  []transfertypes.Denom `json:"ibcDenoms"` // where the denominations ibc/… come from
}

// Account is an account that exists from block 0 on.
type Account struct {
	Address string `json:"address"`
	Coins   string `json:"coins"` // "1000uatom,5ibc/…"
	// Set if some of the coins vest, evenly between two times in seconds since 1970.
	Vesting      string `json:"vesting"`
	VestingStart int64  `json:"vestingStart"`
	VestingEnd   int64  `json:"vestingEnd"`
}

// Validator is a validator that is bonded from block 0 on. Only the first one signs blocks, so it needs more than
// two thirds of all tokens. The others are never punished for their silence.
type Validator struct {
	Moniker    string `json:"moniker"`
	Tokens     string `json:"tokens"`
	Commission string `json:"commission"`
}

func readSpec(path string) (Spec, error) {
	var spec Spec
	text, err := os.ReadFile(path)
	if err != nil {
		return spec, err
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		return spec, err
	}
	return spec.withDefaults(), nil
}

func (spec Spec) withDefaults() Spec {
	text := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	text(&spec.ChainID, "devnet-1")
	text(&spec.Prefix, "cosmos")
	text(&spec.Denom, "stake")
	text(&spec.MinGasPrice, "0.025"+spec.Denom)
	text(&spec.RPC, "127.0.0.1:26657")
	text(&spec.API, "127.0.0.1:1317")
	text(&spec.GRPC, "127.0.0.1:9090")
	if spec.Decimals == 0 {
		spec.Decimals = 6
	}
	if spec.BlockMs == 0 {
		spec.BlockMs = 200
	}
	if spec.UnbondingSeconds == 0 {
		spec.UnbondingSeconds = 21 * 24 * 3600 // the default of x/staking
	}
	if len(spec.Validators) == 0 {
		spec.Validators = []Validator{{Moniker: "one", Tokens: spec.wholeCoin().MulRaw(10_000_000).String()}}
	}
	for i := range spec.Validators {
		text(&spec.Validators[i].Commission, "0.05")
	}
	return spec
}

// wholeCoin is one coin in the smallest unit.
func (spec Spec) wholeCoin() math.Int { return math.NewIntWithDecimal(1, int(spec.Decimals)) }
