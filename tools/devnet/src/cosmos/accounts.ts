import { toBech32 } from '@cosmjs/encoding';
import type { CosmosAccount, CosmosKeys } from './engine.ts';

/** The 20 bytes of the address, the compressed public key, the private key. */
type Key = readonly [string, string, string];

// Keys are written down, so that the engine needs no key library. accounts.test.ts derives them.
const keysOf: Readonly<Record<CosmosKeys, { readonly coinType: number; readonly keys: readonly Key[] }>> = {
  secp256k1: {
    coinType: 118,
    keys: [
      [
        'a12daaf3c2c1505b288353b62cb3b4021c60c344',
        '0223aa679d6d5344e201e0df9f02ab15a84726eee0dfb4e953c46a9e2cb52349dc',
        '0xe64e7928d4f6c06f01fefd31f760c51f59a16426e792761cd00529b76501c8a0',
      ],
      [
        'c8cc98c3a502a5562219e7a40af5543e2dbb7b04',
        '02635f2f6cc244c2e67017eeba8bc70fab7d579c3d06068b81ed8e4ee781f5e3d4',
        '0xbb54092b20b9793b15fb9527c860f88aeb65dbd5863a4748bd735edec5917625',
      ],
      [
        'bafbbe8f26e9ae86c02f373500872437bac5b003',
        '02c35b28a128c664bae55d4d034af6e0964a22b7d8eb4fa69bbce04f1ccd25cb34',
        '0xdae85909e4c6dae19b62b5fba2b1e6addfeca9805660af9fcac2c27a340f54ae',
      ],
      [
        '2aecc431d75c6670e00468f00ae0ceb8ce30a919',
        '037ebe9911b2f0dc1c00aa3eb992ecaf18a25d1d26f0ef018919d53e23ef932329',
        '0x770e15c626dc763231590ba861967214827369efac9d009337a9a6da1b18e3c5',
      ],
      [
        'd5704d49f4946dd07c4040a65dc845a3012b9b77',
        '031eb026ce9288fda6756591a2cf7b0d127ac711f3f47fa100899b48dcefd7c503',
        '0xd3206c221cfb779611065240c9c7a6bda14e3c46983e3e7c9bcee5739a5e79ec',
      ],
      [
        '3e7eadb51093982c8b94c4a04e10cfe0f9510f6a',
        '037baa20c7af3032309624aa3c6178a4cbec4e7bde460e9d151f3a45904849722e',
        '0x8710d506d79c57f6a15f38a49a310ccb1d35e4b0bd1c755b7b42a43ebe92e027',
      ],
      [
        '7020d6873fe227bf42157878e53dbdc753701d16',
        '034e21658daa18da7f9895a84afa03892b3a7fa9bcb747d902bb83c6f7fca62c0f',
        '0x20b15d478b3bd6045a215b89a9247a34c2d258ac075afcce658c313abc2e70af',
      ],
      [
        'e0d87f3e38302642ef006f0f99debb6dccf3528d',
        '039f7837ce7f5f8fd7a95a78b190e8d0f134b838db9f827ab6e66fd97dac94f60e',
        '0xd8d54027d24574b71e94bb2ac73f2b407ce334f32b5579e2e7d2ef161864afcf',
      ],
      [
        'fdf58377b4bfdee67a329616addbc650b43079b9',
        '0374296fd9204158262d11bb68bc0e8e580ded2a848d1b1e0162d7c5533d14056a',
        '0x85a5de209bbf9312b3307949c06c7f944a45777e57cd110b687e9adf6f29c9f3',
      ],
      [
        '49eb85445797dad8251a9d485ab15a7b28469ecb',
        '0261a4a13f69197e4fa781a0a84e40e19a2fc0cc1db6530ce7ad754dde2ec8745a',
        '0xad228cb7740d2552ac50007d2f67167d481e38426b3f0a52c14a723a75875128',
      ],
    ],
  },
  ethermint: {
    coinType: 60,
    keys: [
      [
        'f39fd6e51aad88f6f4ce6ab8827279cfffb92266',
        '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75',
        '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
      ],
      [
        '70997970c51812dc3a010c7d01b50e0d17dc79c8',
        '02ba5734d8f7091719471e7f7ed6b9df170dc70cc661ca05e688601ad984f068b0',
        '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
      ],
      [
        '3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
        '039d9031e97dd78ff8c15aa86939de9b1e791066a0224e331bc962a2099a7b1f04',
        '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
      ],
      [
        '90f79bf6eb2c4f870365e785982e1f101e93b906',
        '0220b871f3ced029e14472ec4ebc3c0448164942b123aa6af91a3386c1c403e0eb',
        '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
      ],
      [
        '15d34aaf54267db7d7c367839aaf71a00a2c6a65',
        '03bf6ee64a8d2fdc551ec8bb9ef862ef6b4bcb1805cdc520c3aa5866c0575fd3b5',
        '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
      ],
      [
        '9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
        '0337b84de6947b243626cc8b977bb1f1632610614842468dfa8f35dcbbc55a515e',
        '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
      ],
      [
        '976ea74026e726554db657fa54763abd0c3a0aa9',
        '029a4ab212cb92775d227af4237c20b81f4221e9361d29007dfc16c79186b577cb',
        '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
      ],
      [
        '14dc79964da2c08b23698b3d3cc7ca32193d9955',
        '0201f2bf1fa920e77a43c7aec2587d0b3814093420cc59a9b3ad66dd5734dda7be',
        '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
      ],
      [
        '23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
        '03931e7fda8da226f799f791eefc9afebcd7ae2b1b19a03c5eaa8d72122d9fe74d',
        '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
      ],
      [
        'a0ee7a142d267c1f36714e4a8f75612f20a79720',
        '023255458e24278e31d5940f304b16300fdff3f6efd3e2a030b5818310ac67af45',
        '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
      ],
    ],
  },
};

/** The first ten accounts of the usual test mnemonic. */
export function cosmosAccountsOf(prefix: string, kind: CosmosKeys): readonly CosmosAccount[] {
  const { coinType, keys } = keysOf[kind];
  return keys.map(([bytes, publicKey, privateKey], index) => ({
    index,
    address: toBech32(prefix, Buffer.from(bytes, 'hex')),
    path: `m/44'/${coinType}'/0'/0/${index}`,
    publicKey,
    privateKey,
  }));
}

/** The test accounts of Cosmos Hub and its test network. */
export const cosmosAccounts: readonly CosmosAccount[] = cosmosAccountsOf('cosmos', 'secp256k1');
