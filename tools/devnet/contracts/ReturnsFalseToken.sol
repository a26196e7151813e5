// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {NamedToken, TokenBase} from './TokenBase.sol';

/// Transfers move nothing and say so with `false` instead of a revert: a client that looks only at the receipt believes
/// that it has paid.
contract ReturnsFalseToken is NamedToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address[] memory holders, uint256 amountEach)
        TokenBase(decimals_, holders, amountEach)
        NamedToken(name_, symbol_)
    {}

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}
