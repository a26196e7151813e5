package main

// A small Cosmos SDK application for tests: the standard modules and IBC transfers. They are wired as in the simapp of
// the Cosmos SDK v0.54.4 (simapp/app.go) and of ibc-go v11.2.0 (testing/simapp/app.go), both Apache-2.0.
// The bech32 prefix comes from sdk.GetConfig(), so that one program serves any chain.

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	corestore "cosmossdk.io/core/store"
	"cosmossdk.io/log/v2"
	abci "github.com/cometbft/cometbft/abci/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/gogoproto/proto"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	nodeservice "github.com/cosmos/cosmos-sdk/client/grpc/node"
	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/codec/address"
	"github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/server"
	"github.com/cosmos/cosmos-sdk/server/api"
	"github.com/cosmos/cosmos-sdk/server/config"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	"github.com/cosmos/cosmos-sdk/std"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	"github.com/cosmos/cosmos-sdk/x/auth"
	"github.com/cosmos/cosmos-sdk/x/auth/ante"
	authcodec "github.com/cosmos/cosmos-sdk/x/auth/codec"
	authkeeper "github.com/cosmos/cosmos-sdk/x/auth/keeper"
	authtx "github.com/cosmos/cosmos-sdk/x/auth/tx"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/cosmos-sdk/x/auth/vesting"
	vestingtypes "github.com/cosmos/cosmos-sdk/x/auth/vesting/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	authzkeeper "github.com/cosmos/cosmos-sdk/x/authz/keeper"
	authzmodule "github.com/cosmos/cosmos-sdk/x/authz/module"
	"github.com/cosmos/cosmos-sdk/x/bank"
	bankkeeper "github.com/cosmos/cosmos-sdk/x/bank/keeper"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/cosmos-sdk/x/consensus"
	consensuskeeper "github.com/cosmos/cosmos-sdk/x/consensus/keeper"
	consensustypes "github.com/cosmos/cosmos-sdk/x/consensus/types"
	distr "github.com/cosmos/cosmos-sdk/x/distribution"
	distrkeeper "github.com/cosmos/cosmos-sdk/x/distribution/keeper"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
	feegrantkeeper "github.com/cosmos/cosmos-sdk/x/feegrant/keeper"
	feegrantmodule "github.com/cosmos/cosmos-sdk/x/feegrant/module"
	"github.com/cosmos/cosmos-sdk/x/genutil"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"
	"github.com/cosmos/cosmos-sdk/x/gov"
	govclient "github.com/cosmos/cosmos-sdk/x/gov/client"
	govkeeper "github.com/cosmos/cosmos-sdk/x/gov/keeper"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	"github.com/cosmos/cosmos-sdk/x/mint"
	mintkeeper "github.com/cosmos/cosmos-sdk/x/mint/keeper"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"
	"github.com/cosmos/cosmos-sdk/x/slashing"
	slashingkeeper "github.com/cosmos/cosmos-sdk/x/slashing/keeper"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	"github.com/cosmos/cosmos-sdk/x/staking"
	stakingkeeper "github.com/cosmos/cosmos-sdk/x/staking/keeper"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	"github.com/cosmos/cosmos-sdk/x/tx/signing"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/cosmos/ibc-go/v11/modules/apps/transfer"
	transferkeeper "github.com/cosmos/ibc-go/v11/modules/apps/transfer/keeper"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	ibc "github.com/cosmos/ibc-go/v11/modules/core"
	porttypes "github.com/cosmos/ibc-go/v11/modules/core/05-port/types"
	ibcapi "github.com/cosmos/ibc-go/v11/modules/core/api"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	ibckeeper "github.com/cosmos/ibc-go/v11/modules/core/keeper"
	ibctm "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"
)

// maccPerms lists the module accounts, with what each may do to the supply.
var maccPerms = map[string][]string{
	authtypes.FeeCollectorName:     nil,
	distrtypes.ModuleName:          nil,
	minttypes.ModuleName:           {authtypes.Minter},
	stakingtypes.BondedPoolName:    {authtypes.Burner, authtypes.Staking},
	stakingtypes.NotBondedPoolName: {authtypes.Burner, authtypes.Staking},
	govtypes.ModuleName:            {authtypes.Burner},
	transfertypes.ModuleName:       {authtypes.Minter, authtypes.Burner},
}

// App is the application of the chain.
type App struct {
	*baseapp.BaseApp
	cdc      codec.Codec
	amino    *codec.LegacyAmino
	registry types.InterfaceRegistry
	txConfig client.TxConfig
	keys     map[string]*storetypes.KVStoreKey
	mm       *module.Manager
	basics   module.BasicManager
}

// noOptions stands for the options of an application that only writes a genesis or encodes.
type noOptions struct{}

func (noOptions) Get(string) any { return nil }

func must(err error) {
	if err != nil {
		panic(err)
	}
}

var _ servertypes.Application = (*App)(nil)

// NewApp wires the modules. It panics if they do not fit together.
func NewApp(logger log.Logger, db dbm.DB, _ io.Writer, loadLatest bool, _ servertypes.AppOptions, baseOpts ...func(*baseapp.BaseApp)) *App {
	acc := sdk.GetConfig().GetBech32AccountAddrPrefix()
	val := sdk.GetConfig().GetBech32ValidatorAddrPrefix()
	cons := sdk.GetConfig().GetBech32ConsensusAddrPrefix()
	registry, err := types.NewInterfaceRegistryWithOptions(types.InterfaceRegistryOptions{
		ProtoFiles: proto.HybridResolver,
		SigningOptions: signing.Options{
			AddressCodec:          address.Bech32Codec{Bech32Prefix: acc},
			ValidatorAddressCodec: address.Bech32Codec{Bech32Prefix: val},
		},
	})
	must(err)
	cdc := codec.NewProtoCodec(registry)
	amino := codec.NewLegacyAmino()
	txConfig := authtx.NewTxConfig(cdc, authtx.DefaultSignModes)
	std.RegisterLegacyAminoCodec(amino)
	std.RegisterInterfaces(registry)
	registerEthKey(registry)

	base := baseapp.NewBaseApp("isochain-devnet", logger, db, txConfig.TxDecoder(), baseOpts...)
	base.SetVersion("devnet")
	base.SetInterfaceRegistry(registry)
	base.SetTxEncoder(txConfig.TxEncoder())

	keys := storetypes.NewKVStoreKeys(
		authtypes.StoreKey, banktypes.StoreKey, stakingtypes.StoreKey, minttypes.StoreKey, distrtypes.StoreKey,
		slashingtypes.StoreKey, govtypes.StoreKey, authzkeeper.StoreKey, feegrant.StoreKey,
		consensustypes.StoreKey, ibcexported.StoreKey, transfertypes.StoreKey,
	)
	store := func(name string) corestore.KVStoreService { return runtime.NewKVStoreService(keys[name]) }
	authority := authtypes.NewModuleAddress(govtypes.ModuleName).String()
	app := &App{BaseApp: base, cdc: cdc, amino: amino, registry: registry, txConfig: txConfig, keys: keys}

	ck := consensuskeeper.NewKeeper(cdc, store(consensustypes.StoreKey), authority, runtime.EventService{})
	base.SetParamStore(ck.ParamsStore)

	ak := authkeeper.NewAccountKeeper(cdc, store(authtypes.StoreKey), authtypes.ProtoBaseAccount, maccPerms, authcodec.NewBech32Codec(acc), acc, authority)
	blocked := map[string]bool{}
	for name := range maccPerms {
		// As on Cosmos Hub, the account of gov may receive coins.
		if name != govtypes.ModuleName {
			blocked[authtypes.NewModuleAddress(name).String()] = true
		}
	}
	bk := bankkeeper.NewBaseKeeper(cdc, store(banktypes.StoreKey), ak, blocked, authority, logger)
	sk := stakingkeeper.NewKeeper(cdc, store(stakingtypes.StoreKey), ak, bk, authority, authcodec.NewBech32Codec(val), authcodec.NewBech32Codec(cons))
	mk := mintkeeper.NewKeeper(cdc, store(minttypes.StoreKey), sk, ak, bk, authtypes.FeeCollectorName, authority)
	dk := distrkeeper.NewKeeper(cdc, store(distrtypes.StoreKey), ak, bk, sk, authtypes.FeeCollectorName, authority)
	slk := slashingkeeper.NewKeeper(cdc, amino, store(slashingtypes.StoreKey), sk, authority)
	sk.SetHooks(stakingtypes.NewMultiStakingHooks(dk.Hooks(), slk.Hooks()))
	azk := authzkeeper.NewKeeper(store(authzkeeper.StoreKey), cdc, base.MsgServiceRouter(), ak)
	fk := feegrantkeeper.NewKeeper(cdc, store(feegrant.StoreKey), ak)
	gk := govkeeper.NewKeeper(cdc, store(govtypes.StoreKey), ak, bk, dk, base.MsgServiceRouter(), govtypes.DefaultConfig(), authority, govkeeper.NewDefaultCalculateVoteResultsAndVotingPower(sk))
	ik := ibckeeper.NewKeeper(cdc, store(ibcexported.StoreKey), noUpgrades{set: true}, authority)
	tk := transferkeeper.NewKeeper(cdc, ak.AddressCodec(), store(transfertypes.StoreKey), ik.ChannelKeeper, base.MsgServiceRouter(), ak, bk, authority)
	ik.SetRouter(porttypes.NewRouter().AddRoute(transfertypes.ModuleName, transfer.NewIBCModule(tk)))
	ik.SetRouterV2(ibcapi.NewRouter())
	tm := ibctm.NewLightClientModule(cdc, ik.ClientKeeper.GetStoreProvider())
	ik.ClientKeeper.AddRoute(ibctm.ModuleName, &tm)

	app.mm = module.NewManager(
		genutil.NewAppModule(ak, sk, app, txConfig),
		auth.NewAppModule(cdc, ak, nil, nil),
		vesting.NewAppModule(ak, bk),
		bank.NewAppModule(cdc, bk, ak, nil),
		gov.NewAppModule(cdc, gk, ak, bk, nil),
		mint.NewAppModule(cdc, mk, ak, nil, nil),
		slashing.NewAppModule(cdc, slk, ak, bk, sk, nil, registry),
		distr.NewAppModule(cdc, dk, ak, bk, sk, nil),
		staking.NewAppModule(cdc, sk, ak, bk, nil),
		authzmodule.NewAppModule(cdc, azk, ak, bk, registry),
		feegrantmodule.NewAppModule(cdc, ak, bk, fk, registry),
		consensus.NewAppModule(cdc, ck),
		ibc.NewAppModule(ik),
		transfer.NewAppModule(tk),
		ibctm.NewAppModule(tm),
	)
	app.basics = module.NewBasicManagerFromManager(app.mm, map[string]module.AppModuleBasic{
		genutiltypes.ModuleName: genutil.NewAppModuleBasic(genutiltypes.DefaultMessageValidator),
		govtypes.ModuleName:     gov.NewAppModuleBasic([]govclient.ProposalHandler{}),
	})
	app.basics.RegisterLegacyAminoCodec(amino)
	app.basics.RegisterInterfaces(registry)

	app.mm.SetOrderPreBlockers(authtypes.ModuleName)
	app.mm.SetOrderBeginBlockers(minttypes.ModuleName, distrtypes.ModuleName, slashingtypes.ModuleName, stakingtypes.ModuleName,
		ibcexported.ModuleName, transfertypes.ModuleName, genutiltypes.ModuleName, authz.ModuleName)
	app.mm.SetOrderEndBlockers(govtypes.ModuleName, stakingtypes.ModuleName, ibcexported.ModuleName, transfertypes.ModuleName,
		genutiltypes.ModuleName, feegrant.ModuleName, banktypes.ModuleName)
	order := []string{authtypes.ModuleName, banktypes.ModuleName, distrtypes.ModuleName, stakingtypes.ModuleName, slashingtypes.ModuleName,
		govtypes.ModuleName, minttypes.ModuleName, ibcexported.ModuleName, genutiltypes.ModuleName, authz.ModuleName, feegrant.ModuleName,
		transfertypes.ModuleName, ibctm.ModuleName, vestingtypes.ModuleName, consensustypes.ModuleName}
	app.mm.SetOrderInitGenesis(order...)
	app.mm.SetOrderExportGenesis(order...)
	must(app.mm.RegisterServices(module.NewConfigurator(cdc, base.MsgServiceRouter(), base.GRPCQueryRouter())))

	app.MountKVStores(keys)
	app.SetInitChainer(func(ctx sdk.Context, req *abci.RequestInitChain) (*abci.ResponseInitChain, error) {
		var state map[string]json.RawMessage
		if err := json.Unmarshal(req.AppStateBytes, &state); err != nil {
			return nil, err
		}
		return app.mm.InitGenesis(ctx, cdc, state)
	})
	app.SetPreBlocker(func(ctx sdk.Context, _ *abci.RequestFinalizeBlock) (*sdk.ResponsePreBlock, error) {
		return app.mm.PreBlock(ctx)
	})
	app.SetBeginBlocker(func(ctx sdk.Context) (sdk.BeginBlock, error) { return app.mm.BeginBlock(ctx) })
	app.SetEndBlocker(func(ctx sdk.Context) (sdk.EndBlock, error) { return app.mm.EndBlock(ctx) })
	anteHandler, err := ante.NewAnteHandler(ante.HandlerOptions{
		AccountKeeper: ak, BankKeeper: bk, FeegrantKeeper: fk,
		SignModeHandler: txConfig.SignModeHandler(), SigGasConsumer: sigGasConsumer,
	})
	must(err)
	app.SetAnteHandler(anteHandler)
	if loadLatest {
		must(app.LoadLatestVersion())
	}
	return app
}

// RegisterAPIRoutes is called by the server, and so are the three functions below.
func (app *App) RegisterAPIRoutes(srv *api.Server, _ config.APIConfig) {
	authtx.RegisterGRPCGatewayRoutes(srv.ClientCtx, srv.GRPCGatewayRouter)
	cmtservice.RegisterGRPCGatewayRoutes(srv.ClientCtx, srv.GRPCGatewayRouter)
	nodeservice.RegisterGRPCGatewayRoutes(srv.ClientCtx, srv.GRPCGatewayRouter)
	app.basics.RegisterGRPCGatewayRoutes(srv.ClientCtx, srv.GRPCGatewayRouter)
}

func (app *App) RegisterTxService(c client.Context) {
	authtx.RegisterTxService(app.GRPCQueryRouter(), c, app.Simulate, app.registry)
}

func (app *App) RegisterTendermintService(c client.Context) {
	cmtservice.RegisterTendermintService(c, app.GRPCQueryRouter(), app.registry, server.NewCometABCIWrapper(app).Query)
}

func (app *App) RegisterNodeService(c client.Context, cfg config.Config) {
	nodeservice.RegisterNodeService(c, app.GRPCQueryRouter(), cfg, func() int64 { return app.CommitMultiStore().EarliestVersion() })
}

// noUpgrades stands for x/upgrade, which would pull in 400 packages of cloud storage clients.
// Its field is there because ibc-go refuses a keeper that is a zero value.
type noUpgrades struct{ set bool }

var errNoUpgrade = errors.New("no upgrades on a devnet")

func (noUpgrades) GetUpgradePlan(context.Context) (upgradetypes.Plan, error) {
	return upgradetypes.Plan{}, errNoUpgrade
}
func (noUpgrades) GetUpgradedClient(context.Context, int64) ([]byte, error) { return nil, errNoUpgrade }
func (noUpgrades) SetUpgradedClient(context.Context, int64, []byte) error   { return errNoUpgrade }
func (noUpgrades) GetUpgradedConsensusState(context.Context, int64) ([]byte, error) {
	return nil, errNoUpgrade
}
func (noUpgrades) SetUpgradedConsensusState(context.Context, int64, []byte) error {
	return errNoUpgrade
}
func (noUpgrades) ScheduleUpgrade(context.Context, upgradetypes.Plan) error { return errNoUpgrade }
