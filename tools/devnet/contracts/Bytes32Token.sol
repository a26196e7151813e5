// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {TokenBase} from './TokenBase.sol';

/// `name` and `symbol` are bytes32, as in tokens older than the final ERC-20 text (MKR is the best known).
contract Bytes32Token is TokenBase {
    bytes32 public name;
    bytes32 public symbol;

    constructor(bytes32 name_, bytes32 symbol_, uint8 decimals_, address[] memory holders, uint256 amountEach)
        TokenBase(decimals_, holders, amountEach)
    {
        name = name_;
        symbol = symbol_;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        spend(from, value);
        move(from, to, value);
        return true;
    }
}
