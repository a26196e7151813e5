// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface Token {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Spends tokens that its caller lets it spend, and takes coins.
contract Distributor {
    /// Sends tokens of the caller to many.
    function distribute(Token token, address[] calldata recipients, uint256[] calldata values) external payable {
        for (uint256 i = 0; i < recipients.length; i++) {
            require(token.transferFrom(msg.sender, recipients[i], values[i]), 'no transfer');
        }
    }

    /// Takes tokens of the caller, passes a part on, and gives the rest back.
    function passOn(Token token, uint256 value, address recipient, uint256 part) external payable {
        require(token.transferFrom(msg.sender, address(this), value), 'no transfer');
        require(token.transfer(recipient, part), 'no part');
        require(token.transfer(msg.sender, value - part), 'no rest');
    }
}
