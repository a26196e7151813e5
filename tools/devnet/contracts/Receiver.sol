// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Takes native coins at a price: its `receive` writes two fresh storage slots, so a plain transfer needs far more than
/// 21000 gas (about 66000 the first time). Stands for wallets and vaults that are contracts.
contract Receiver {
    event Received(address indexed from, uint256 value);

    uint256 public count;
    address public lastSender;

    receive() external payable {
        count += 1;
        lastSender = msg.sender;
        emit Received(msg.sender, msg.value);
    }
}
