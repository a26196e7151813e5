// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {NamedToken, TokenBase} from '../TokenBase.sol';

/// Behaves as USDT on TRON: `transfer` returns false although it succeeds, an owner can blacklist senders and take a fee.
contract TetherToken is NamedToken {
    address public owner;
    uint256 public basisPointsRate;
    uint256 public maximumFee;
    mapping(address => bool) public isBlackListed;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address[] memory holders, uint256 amountEach)
        TokenBase(decimals_, holders, amountEach)
        NamedToken(name_, symbol_)
    {
        owner = msg.sender;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(!isBlackListed[msg.sender]);
        moveLessFee(msg.sender, to, value);
        return false;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(!isBlackListed[from]);
        spend(from, value);
        moveLessFee(from, to, value);
        return true;
    }

    function addBlackList(address user) external {
        require(msg.sender == owner);
        isBlackListed[user] = true;
    }

    function removeBlackList(address user) external {
        require(msg.sender == owner);
        isBlackListed[user] = false;
    }

    function setParams(uint256 newBasisPoints, uint256 newMaxFee) external {
        require(msg.sender == owner);
        basisPointsRate = newBasisPoints;
        maximumFee = newMaxFee;
    }

    function moveLessFee(address from, address to, uint256 value) private {
        uint256 fee = value * basisPointsRate / 10000;
        if (fee > maximumFee) fee = maximumFee;
        move(from, to, value - fee);
        if (fee > 0) move(from, owner, fee);
    }
}
