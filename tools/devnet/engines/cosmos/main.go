package main

// cosmos-devnet is a Cosmos chain of one process, for tests, the demo and the development profile of isochain:
//
//	cosmos-devnet start --home HOME
//
// HOME/spec.json describes the chain (spec.go). At the first start the home folder gets a genesis by it; a later start
// continues the chain. The line "cosmos-devnet is ready" on standard output says that the first block is there and that
// all interfaces answer.

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"cosmossdk.io/log/v2"
	cmtcfg "github.com/cometbft/cometbft/config"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/server"
	serverconfig "github.com/cosmos/cosmos-sdk/server/config"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	home := homeOf(os.Args)
	if len(os.Args) < 2 || os.Args[1] != "start" || home == "" {
		return fmt.Errorf("usage: cosmos-devnet start --home HOME, with the spec of the chain in HOME/spec.json")
	}
	spec, err := readSpec(filepath.Join(home, "spec.json"))
	if err != nil {
		return err
	}
	applyToSDK(spec)
	if _, err := os.Stat(filepath.Join(home, "config", "genesis.json")); os.IsNotExist(err) {
		if err := initHome(home, spec); err != nil {
			return err
		}
	}
	go announce(spec)
	return startCommand(home).Execute()
}

// homeOf reads the flag before cobra does: the application is made before commands are parsed.
func homeOf(args []string) string {
	for i, arg := range args {
		if arg == "--"+flags.FlagHome && i+1 < len(args) {
			return args[i+1]
		}
	}
	return ""
}

// applyToSDK sets what the SDK keeps in global variables.
func applyToSDK(spec Spec) {
	config := sdk.GetConfig()
	config.SetBech32PrefixForAccount(spec.Prefix, spec.Prefix+"pub")
	config.SetBech32PrefixForValidator(spec.Prefix+"valoper", spec.Prefix+"valoperpub")
	config.SetBech32PrefixForConsensusNode(spec.Prefix+"valcons", spec.Prefix+"valconspub")
	config.Seal()
	sdk.DefaultBondDenom = spec.Denom
	sdk.DefaultPowerReduction = spec.wholeCoin()
}

func startCommand(home string) *cobra.Command {
	app := NewApp(log.NewNopLogger(), dbm.NewMemDB(), nil, false, noOptions{})
	clientCtx := client.Context{}.WithCodec(app.cdc).WithInterfaceRegistry(app.registry).WithTxConfig(app.txConfig).
		WithLegacyAmino(app.amino).WithInput(os.Stdin).WithHomeDir(home)
	root := &cobra.Command{
		Use: "cosmos-devnet", SilenceUsage: true, SilenceErrors: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			ctx := context.WithValue(context.Background(), client.ClientContextKey, &client.Context{})
			cmd.SetContext(context.WithValue(ctx, server.ServerContextKey, server.NewDefaultContext()))
			if err := client.SetCmdClientContext(cmd, clientCtx); err != nil {
				return err
			}
			return server.InterceptConfigsPreRunHandler(cmd, serverconfig.DefaultConfigTemplate, serverconfig.DefaultConfig(), cmtcfg.DefaultConfig())
		},
	}
	root.AddCommand(server.StartCmd(func(logger log.Logger, db dbm.DB, options servertypes.AppOptions) servertypes.Application {
		return NewApp(logger, db, nil, true, options, server.DefaultBaseappOptions(options)...)
	}, home))
	return root
}

// announce waits until both interfaces answer. Both do so before there is a block, so both are asked for one.
func announce(spec Spec) {
	for _, url := range []string{
		"http://" + spec.RPC + "/block?height=1",
		"http://" + spec.API + "/cosmos/base/tendermint/v1beta1/blocks/1",
		// A state to read is there only after the first block was executed.
		"http://" + spec.API + "/cosmos/staking/v1beta1/params",
	} {
		for !answers(url) {
			time.Sleep(20 * time.Millisecond)
		}
	}
	fmt.Println("cosmos-devnet is ready")
}

func answers(url string) bool {
	response, err := http.Get(url)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}
