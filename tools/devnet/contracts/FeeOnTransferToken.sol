// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {NamedToken, TokenBase} from './TokenBase.sol';

/// Burns 1 % of every transfer: the recipient gets less than the sender was told.
contract FeeOnTransferToken is NamedToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address[] memory holders, uint256 amountEach)
        TokenBase(decimals_, holders, amountEach)
        NamedToken(name_, symbol_)
    {}

    function transfer(address to, uint256 value) external returns (bool) {
        moveLessFee(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        spend(from, value);
        moveLessFee(from, to, value);
        return true;
    }

    function moveLessFee(address from, address to, uint256 value) private {
        uint256 fee = value / 100;
        move(from, to, value);
        balanceOf[to] -= fee;
        totalSupply -= fee;
        emit Transfer(to, address(0), fee);
    }
}
