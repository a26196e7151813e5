package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"cosmossdk.io/log/v2"
	"cosmossdk.io/math"
	cmtcfg "github.com/cometbft/cometbft/config"
	cmted "github.com/cometbft/cometbft/crypto/ed25519"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	cmttypes "github.com/cometbft/cometbft/types"
	dbm "github.com/cosmos/cosmos-db"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	cryptocodec "github.com/cosmos/cosmos-sdk/crypto/codec"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	serverconfig "github.com/cosmos/cosmos-sdk/server/config"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	vestingtypes "github.com/cosmos/cosmos-sdk/x/auth/vesting/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	ibctypes "github.com/cosmos/ibc-go/v11/modules/core/types"
)

// initHome writes everything that a node needs to start: configuration, keys, genesis.
func initHome(home string, spec Spec) error {
	for _, folder := range []string{"config", "data"} {
		if err := os.MkdirAll(filepath.Join(home, folder), 0o755); err != nil {
			return err
		}
	}
	cfg := writeConfig(home, spec)
	if _, err := p2p.LoadOrGenNodeKey(cfg.NodeKeyFile()); err != nil {
		return err
	}
	privval.NewFilePV(consensusKey(0), cfg.PrivValidatorKeyFile(), cfg.PrivValidatorStateFile()).Save()

	app := NewApp(log.NewNopLogger(), dbm.NewMemDB(), nil, false, noOptions{})
	state, err := genesisState(app, spec)
	if err != nil {
		return err
	}
	if err := app.basics.ValidateGenesis(app.cdc, app.txConfig, state); err != nil {
		return err
	}
	raw, err := json.Marshal(state)
	if err != nil {
		return err
	}
	genesis := genutiltypes.NewAppGenesisWithVersion(spec.ChainID, raw)
	genesis.GenesisTime = time.Now().UTC()
	genesis.Consensus = genutiltypes.NewConsensusGenesis(cmttypes.DefaultConsensusParams().ToProto(), nil)
	return genesis.SaveAs(cfg.GenesisFile())
}

func writeConfig(home string, spec Spec) *cmtcfg.Config {
	cfg := cmtcfg.DefaultConfig()
	cfg.SetRoot(home)
	cfg.Moniker = "devnet"
	cfg.RPC.ListenAddress = "tcp://" + spec.RPC
	cfg.RPC.CORSAllowedOrigins = []string{"*"}
	cfg.P2P.ListenAddress = "tcp://127.0.0.1:0"
	cfg.P2P.PexReactor = false
	cfg.Consensus.TimeoutCommit = time.Duration(spec.BlockMs) * time.Millisecond
	// For each round whose proposer is one of the validators that do not sign.
	cfg.Consensus.TimeoutPropose = 300 * time.Millisecond
	cfg.TxIndex.Indexer = "kv"
	cfg.LogLevel = "error"
	cmtcfg.WriteConfigFile(filepath.Join(home, "config", "config.toml"), cfg)

	app := serverconfig.DefaultConfig()
	app.MinGasPrices = spec.MinGasPrice
	app.API.Enable = true
	app.API.Address = "tcp://" + spec.API
	app.API.EnableUnsafeCORS = true
	// The REST interface asks gRPC.
	app.GRPC.Enable = true
	app.GRPC.Address = spec.GRPC
	app.GRPCWeb.Enable = false
	// Of old states only the newest 100 are kept. Old blocks and transactions stay.
	app.Pruning = "custom"
	app.PruningKeepRecent = "100"
	app.PruningInterval = "10"
	serverconfig.WriteConfigFile(filepath.Join(home, "config", "app.toml"), app)
	return cfg
}

// seed makes the keys of validators, the same ones at each start. Everybody can make them.
func seed(name string) []byte {
	hash := sha256.Sum256([]byte("isochain devnet " + name))
	return hash[:]
}

func consensusKey(index int) cmted.PrivKey {
	return cmted.GenPrivKeyFromSecret(seed(fmt.Sprintf("validator %d", index)))
}

func operatorAddress(index int) sdk.AccAddress {
	key := &secp256k1.PrivKey{Key: seed(fmt.Sprintf("operator %d", index))}
	return sdk.AccAddress(key.PubKey().Address())
}

func genesisState(app *App, spec Spec) (map[string]json.RawMessage, error) {
	state := app.basics.DefaultGenesis(app.cdc)
	accounts, balances, err := genesisAccounts(spec.Accounts)
	if err != nil {
		return nil, err
	}
	validators, delegations, signing, bonded, err := genesisValidators(spec.Validators)
	if err != nil {
		return nil, err
	}
	for i := range spec.Validators {
		accounts = append(accounts, authtypes.NewBaseAccount(operatorAddress(i), nil, uint64(len(accounts)), 0))
	}
	balances = append(balances, banktypes.Balance{
		Address: authtypes.NewModuleAddress(stakingtypes.BondedPoolName).String(),
		Coins:   sdk.NewCoins(sdk.NewCoin(spec.Denom, bonded)),
	})
	supply := sdk.NewCoins()
	for _, balance := range balances {
		supply = supply.Add(balance.Coins...)
	}
	state[authtypes.ModuleName] = app.cdc.MustMarshalJSON(authtypes.NewGenesisState(authtypes.DefaultParams(), accounts))
	state[banktypes.ModuleName] = app.cdc.MustMarshalJSON(
		banktypes.NewGenesisState(banktypes.DefaultParams(), balances, supply, spec.Metadata, nil))

	staking := stakingtypes.DefaultParams()
	staking.BondDenom = spec.Denom
	staking.UnbondingTime = time.Duration(spec.UnbondingSeconds) * time.Second
	state[stakingtypes.ModuleName] = app.cdc.MustMarshalJSON(stakingtypes.NewGenesisState(staking, validators, delegations))

	mint := minttypes.DefaultGenesisState()
	mint.Params.MintDenom = spec.Denom
	// Some sixty times as few as on real chains: the rewards of one block are as much larger, so that small stakes
	// have rewards after a block or two.
	mint.Params.BlocksPerYear = 100_000
	state[minttypes.ModuleName] = app.cdc.MustMarshalJSON(mint)

	slashing := slashingtypes.DefaultGenesisState()
	// Nobody is jailed for silence within so many blocks.
	slashing.Params.SignedBlocksWindow = 100_000_000
	// The chain stops at block 2 if a bonded validator has none.
	slashing.SigningInfos = signing
	state[slashingtypes.ModuleName] = app.cdc.MustMarshalJSON(slashing)

	gov := govv1.DefaultGenesisState()
	voting, expedited := 20*time.Second, 10*time.Second
	gov.Params.VotingPeriod, gov.Params.ExpeditedVotingPeriod = &voting, &expedited
	gov.Params.MinDeposit = sdk.NewCoins(sdk.NewCoin(spec.Denom, spec.wholeCoin().MulRaw(10)))
	gov.Params.ExpeditedMinDeposit = sdk.NewCoins(sdk.NewCoin(spec.Denom, spec.wholeCoin().MulRaw(50)))
	state[govtypes.ModuleName] = app.cdc.MustMarshalJSON(gov)

	state[ibcexported.ModuleName] = app.cdc.MustMarshalJSON(channelsToItself())
	transfers := transfertypes.DefaultGenesisState()
	transfers.Denoms = spec.IBCDenoms
	state[transfertypes.ModuleName] = app.cdc.MustMarshalJSON(transfers)
	return state, nil
}

func genesisAccounts(specs []Account) ([]authtypes.GenesisAccount, []banktypes.Balance, error) {
	var accounts []authtypes.GenesisAccount
	var balances []banktypes.Balance
	for _, spec := range specs {
		address, err := sdk.AccAddressFromBech32(spec.Address)
		if err != nil {
			return nil, nil, fmt.Errorf("account %s: %w", spec.Address, err)
		}
		coins, err := sdk.ParseCoinsNormalized(spec.Coins)
		if err != nil {
			return nil, nil, fmt.Errorf("coins of %s: %w", spec.Address, err)
		}
		base := authtypes.NewBaseAccount(address, nil, uint64(len(accounts)), 0)
		account, err := withVesting(base, spec)
		if err != nil {
			return nil, nil, fmt.Errorf("vesting of %s: %w", spec.Address, err)
		}
		accounts = append(accounts, account)
		if !coins.IsZero() {
			balances = append(balances, banktypes.Balance{Address: spec.Address, Coins: coins})
		}
	}
	return accounts, balances, nil
}

func withVesting(base *authtypes.BaseAccount, spec Account) (authtypes.GenesisAccount, error) {
	if spec.Vesting == "" {
		return base, nil
	}
	coins, err := sdk.ParseCoinsNormalized(spec.Vesting)
	if err != nil {
		return nil, err
	}
	vesting, err := vestingtypes.NewBaseVestingAccount(base, coins, spec.VestingEnd)
	if err != nil {
		return nil, err
	}
	return vestingtypes.NewContinuousVestingAccountRaw(vesting, spec.VestingStart), nil
}

func genesisValidators(specs []Validator) (
	validators []stakingtypes.Validator, delegations []stakingtypes.Delegation, signing []slashingtypes.SigningInfo, bonded math.Int, err error,
) {
	bonded = math.ZeroInt()
	never := time.Unix(0, 0).UTC()
	for i, spec := range specs {
		tokens, ok := math.NewIntFromString(spec.Tokens)
		if !ok {
			return nil, nil, nil, bonded, fmt.Errorf("tokens of validator %d: %q", i, spec.Tokens)
		}
		rate, err := math.LegacyNewDecFromStr(spec.Commission)
		if err != nil {
			return nil, nil, nil, bonded, fmt.Errorf("commission of validator %d: %w", i, err)
		}
		consensus := consensusKey(i).PubKey()
		key, err := cryptocodec.FromCmtPubKeyInterface(consensus)
		if err != nil {
			return nil, nil, nil, bonded, err
		}
		packed, err := codectypes.NewAnyWithValue(key)
		if err != nil {
			return nil, nil, nil, bonded, err
		}
		operator := operatorAddress(i)
		shares := math.LegacyNewDecFromInt(tokens)
		validators = append(validators, stakingtypes.Validator{
			OperatorAddress: sdk.ValAddress(operator).String(), ConsensusPubkey: packed, Status: stakingtypes.Bonded,
			Tokens: tokens, DelegatorShares: shares, Description: stakingtypes.Description{Moniker: spec.Moniker},
			UnbondingTime: never, MinSelfDelegation: math.OneInt(),
			Commission: stakingtypes.NewCommission(rate, math.LegacyOneDec(), math.LegacyMustNewDecFromStr("0.01")),
		})
		delegations = append(delegations, stakingtypes.NewDelegation(operator.String(), sdk.ValAddress(operator).String(), shares))
		address := sdk.ConsAddress(consensus.Address())
		signing = append(signing, slashingtypes.SigningInfo{
			Address: address.String(), ValidatorSigningInfo: slashingtypes.NewValidatorSigningInfo(address, 0, 0, never, false, 0),
		})
		bonded = bonded.Add(tokens)
	}
	return validators, delegations, signing, bonded, nil
}

// channelsToItself is an open transfer channel from the chain to itself over the localhost client, channel-0 to
// channel-1, so that MsgTransfer is executed for real.
func channelsToItself() *ibctypes.GenesisState {
	genesis := ibctypes.DefaultGenesisState()
	channel := func(id, other string) channeltypes.IdentifiedChannel {
		return channeltypes.NewIdentifiedChannel(transfertypes.PortID, id, channeltypes.NewChannel(
			channeltypes.OPEN, channeltypes.UNORDERED, channeltypes.NewCounterparty(transfertypes.PortID, other),
			[]string{ibcexported.LocalhostConnectionID}, transfertypes.V1))
	}
	genesis.ChannelGenesis.Channels = []channeltypes.IdentifiedChannel{channel("channel-0", "channel-1"), channel("channel-1", "channel-0")}
	genesis.ChannelGenesis.SendSequences = []channeltypes.PacketSequence{
		channeltypes.NewPacketSequence(transfertypes.PortID, "channel-0", 1),
		channeltypes.NewPacketSequence(transfertypes.PortID, "channel-1", 1),
	}
	genesis.ChannelGenesis.NextChannelSequence = 2
	return genesis
}
