// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Stand-in for the OP stack's L1Block predeploy (0x4200000000000000000000000000000000000015).
///
/// The engine charges the L1 data fee and the operator fee from this account's storage whether it has code or not; the
/// variables below only give names to those slots. Their order and widths are therefore the storage layout of the real
/// predeploy (slot numbers in brackets) and must stay. Values come in through the engine's own storage access.
contract L1Block {
    uint64 public number; // [0]
    uint64 public timestamp; // [0]
    uint256 public basefee; // [1] wei per L1 gas
    bytes32 public hash; // [2]
    uint64 public sequenceNumber; // [3]
    uint32 public blobBaseFeeScalar; // [3]
    uint32 public baseFeeScalar; // [3]
    bytes32 public batcherHash; // [4]
    uint256 public l1FeeOverhead; // [5] before Ecotone only
    uint256 public l1FeeScalar; // [6] before Ecotone only
    uint256 public blobBaseFee; // [7] wei per blob gas
    uint64 public operatorFeeConstant; // [8] wei
    uint32 public operatorFeeScalar; // [8] millionths of a wei per gas
}
