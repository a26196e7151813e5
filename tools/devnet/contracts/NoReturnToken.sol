// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {NamedToken, TokenBase} from './TokenBase.sol';

/// Transfers work but return nothing, like USDT on Ethereum: a client that decodes a bool from the empty answer fails.
contract NoReturnToken is NamedToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address[] memory holders, uint256 amountEach)
        TokenBase(decimals_, holders, amountEach)
        NamedToken(name_, symbol_)
    {}

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        spend(from, value);
        move(from, to, value);
    }
}
