// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {NamedToken, TokenBase} from '../TokenBase.sol';

/// Breaks off instead of reverting, as tokens of old compilers do in `assert`: an overdraw takes all energy of the call.
contract AssertingToken is NamedToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address[] memory holders, uint256 amountEach)
        TokenBase(decimals_, holders, amountEach)
        NamedToken(name_, symbol_)
    {}

    function transfer(address to, uint256 value) external returns (bool) {
        if (balanceOf[msg.sender] < value) {
            assembly {
                invalid()
            }
        }
        move(msg.sender, to, value);
        return true;
    }
}
