// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {L1Block} from './L1Block.sol';

/// Stand-in for the OP stack's GasPriceOracle predeploy (0x420000000000000000000000000000000000000F): what a transaction
/// costs beyond its gas, by the public Fjord and Isthmus formulas, from the same L1Block storage that the engine charges
/// from. It answers what the engine does: Isthmus operator fees, not those of Jovian (which are a hundred million times
/// larger for the same scalar).
///
/// Formulas: https://specs.optimism.io/protocol/fjord/exec-engine.html and .../isthmus/exec-engine.html
contract GasPriceOracle {
    L1Block private constant L1_BLOCK = L1Block(0x4200000000000000000000000000000000000015);

    // What signing adds to an unsigned transaction, in bytes, by the real oracle's assumption.
    uint256 private constant SIGNATURE_BYTES = 68;

    // The linear regression from the FastLZ size to the estimated size in a batch, in millionths of a byte.
    uint256 private constant SLOPE = 836_500;
    uint256 private constant INTERCEPT = 42_585_600;
    uint256 private constant MIN_SIZE = 100_000_000;

    bool public constant isEcotone = true;
    bool public constant isFjord = true;
    bool public constant isIsthmus = true;
    bool public constant isJovian = false;
    uint256 public constant decimals = 6;

    uint256 private ratio; // slot 0, set through the engine's storage access

    /// Price of the chain's ETH in its native coin. Only Mantle's oracle has it: reverts, as elsewhere, until it is set.
    function tokenRatio() external view returns (uint256) {
        require(ratio != 0, 'no token ratio on this chain');
        return ratio;
    }

    /// Wei for the L1 data of an unsigned transaction.
    function getL1Fee(bytes calldata unsigned) external view returns (uint256) {
        return feeOfSize(fastLzLength(unsigned) + SIGNATURE_BYTES);
    }

    /// Wei that the L1 data of any unsigned transaction of this length can cost at most.
    function getL1FeeUpperBound(uint256 unsignedLength) external view returns (uint256) {
        uint256 length = unsignedLength + SIGNATURE_BYTES;
        return feeOfSize(length + length / 255 + 16);
    }

    /// Wei for the operator of the chain, on top of gas and L1 data.
    function getOperatorFee(uint256 gasUsed) external view returns (uint256) {
        return (gasUsed * L1_BLOCK.operatorFeeScalar()) / 1e6 + L1_BLOCK.operatorFeeConstant();
    }

    function gasPrice() external view returns (uint256) {
        return block.basefee;
    }

    function baseFee() external view returns (uint256) {
        return block.basefee;
    }

    function l1BaseFee() external view returns (uint256) {
        return L1_BLOCK.basefee();
    }

    function blobBaseFee() external view returns (uint256) {
        return L1_BLOCK.blobBaseFee();
    }

    function baseFeeScalar() external view returns (uint32) {
        return L1_BLOCK.baseFeeScalar();
    }

    function blobBaseFeeScalar() external view returns (uint32) {
        return L1_BLOCK.blobBaseFeeScalar();
    }

    function feeOfSize(uint256 fastLzSize) private view returns (uint256) {
        uint256 scaled = SLOPE * fastLzSize;
        uint256 size = scaled > INTERCEPT + MIN_SIZE ? scaled - INTERCEPT : MIN_SIZE;
        uint256 weighted = 16 * uint256(L1_BLOCK.baseFeeScalar()) * L1_BLOCK.basefee()
            + uint256(L1_BLOCK.blobBaseFeeScalar()) * L1_BLOCK.blobBaseFee();
        return (size * weighted) / 1e12;
    }

    /// Length of `data` after FastLZ level 1, the compression that the fee is defined by. Only lengths are computed.
    function fastLzLength(bytes calldata data) private pure returns (uint256 size) {
        unchecked {
            uint256[] memory seenAt = new uint256[](8192);
            // The last 13 bytes are always literals.
            uint256 limit = data.length < 13 ? 0 : data.length - 13;
            uint256 literalStart = 0;
            uint256 i = 2;
            while (i < limit) {
                uint256 earlier;
                bool found = false;
                for (; i < limit; i++) {
                    uint256 three = threeBytes(data, i);
                    uint256 slot = hashOf(three);
                    earlier = seenAt[slot];
                    seenAt[slot] = i;
                    // FastLZ looks for a match at every position but the last one before the limit.
                    if (i + 1 < limit && i - earlier < 8192 && three == threeBytes(data, earlier)) {
                        found = true;
                        break;
                    }
                }
                if (!found) break;
                if (i > literalStart) size += literals(i - literalStart);

                uint256 length = matchLength(data, earlier + 3, i + 3);
                size += 3 * ((length - 1) / 262) + ((length - 1) % 262 >= 6 ? 3 : 2);
                i += length;
                for (uint256 k = 0; k < 2; k++) {
                    seenAt[hashOf(threeBytes(data, i))] = i;
                    i++;
                }
                literalStart = i;
            }
            size += literals(data.length - literalStart);
        }
    }

    /// Bytes for a run of literals: runs of up to 32, each with one byte before it.
    function literals(uint256 count) private pure returns (uint256) {
        unchecked {
            return count + (count + 31) / 32;
        }
    }

    /// How far the bytes after two equal triples agree, counting the first that differs; ends 9 bytes before the end.
    function matchLength(bytes calldata data, uint256 a, uint256 b) private pure returns (uint256 length) {
        unchecked {
            uint256 most = data.length - 9 - b;
            while (length < most) {
                length++;
                if (data[a + length - 1] != data[b + length - 1]) break;
            }
        }
    }

    function threeBytes(bytes calldata data, uint256 i) private pure returns (uint256) {
        unchecked {
            return uint256(uint8(data[i])) | uint256(uint8(data[i + 1])) << 8 | uint256(uint8(data[i + 2])) << 16;
        }
    }

    function hashOf(uint256 three) private pure returns (uint256) {
        unchecked {
            return (three * 2654435769 >> 19) & 8191;
        }
    }
}
