// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Refuses native coins, with a text.
contract Rejecter {
    receive() external payable {
        revert('no coins please');
    }
}
