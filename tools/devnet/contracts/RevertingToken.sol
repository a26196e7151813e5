// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {NamedToken, TokenBase} from './TokenBase.sol';

/// Every transfer reverts with a text, as a token does that has blacklisted one side or is paused.
contract RevertingToken is NamedToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address[] memory holders, uint256 amountEach)
        TokenBase(decimals_, holders, amountEach)
        NamedToken(name_, symbol_)
    {}

    function transfer(address, uint256) external pure returns (bool) {
        revert('blacklisted');
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        revert('blacklisted');
    }
}
