// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// What every token of this folder shares: balances, allowances and the ERC-20 events.
/// The functions that odd tokens get wrong (`name`, `symbol`, `transfer`, ...) are left to them.
abstract contract TokenBase {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    // ERC-6093, the errors of current OpenZeppelin tokens: clients must cope with reverts that carry no text.
    error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed);
    error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
    error ERC20InvalidReceiver(address receiver);

    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    /// Every holder starts with `amountEach` smallest units.
    constructor(uint8 decimals_, address[] memory holders, uint256 amountEach) {
        decimals = decimals_;
        totalSupply = amountEach * holders.length;
        for (uint256 i = 0; i < holders.length; i++) {
            balanceOf[holders[i]] += amountEach;
            emit Transfer(address(0), holders[i], amountEach);
        }
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal {
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        uint256 balance = balanceOf[from];
        if (balance < value) revert ERC20InsufficientBalance(from, balance, value);
        unchecked {
            balanceOf[from] = balance - value;
            balanceOf[to] += value;
        }
        emit Transfer(from, to, value);
    }

    function spend(address owner, uint256 value) internal {
        uint256 allowed = allowance[owner][msg.sender];
        if (allowed == type(uint256).max) return;
        if (allowed < value) revert ERC20InsufficientAllowance(msg.sender, allowed, value);
        unchecked {
            allowance[owner][msg.sender] = allowed - value;
        }
    }
}

/// A token whose `name` and `symbol` are strings, as ERC-20 has it.
abstract contract NamedToken is TokenBase {
    string public name;
    string public symbol;

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }
}
