import { describe, expect, it } from 'vitest'
import { networkOf } from '#server/address.ts'

describe('the network of a socket', () => {
  it.each<[string | undefined, string | null]>([
    ['41.90.1.2', '41.90.1.2'],
    ['192.168.1.7', '192.168.1.7'],
    ['::ffff:41.90.1.2', '41.90.1.2'],
    ['::ffff:295a:102', '41.90.1.2'],
    ['2c0f:fe38:2100:1:9:8:7:6', '2c0f:fe38:2100:1::/64'],
    ['2C0F:FE38:2100:0001:ffff::1', '2c0f:fe38:2100:1::/64'],
    ['2c0f:fe38::1', '2c0f:fe38:0:0::/64'],
    ['2001:db8::1:0:0:1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::41.90.1.2', '64:ff9b:0:0::/64'],
    ['127.0.0.1', null],
    ['127.8.9.1', null],
    ['0.0.0.0', null],
    ['::1', null],
    ['::', null],
    ['::ffff:127.0.0.1', null],
    [undefined, null],
  ])('of %s is %s', (socket, network) => expect(networkOf(socket, undefined, 0)).toBe(network))

  it('is one for a whole household, and another for the next', () => {
    const [one, same, other] = ['2c0f:fe38:2100:1::1', '2c0f:fe38:2100:1:ffff:ffff:ffff:ffff', '2c0f:fe38:2100:2::1'].map((each) =>
      networkOf(each, undefined, 0),
    )
    expect(same).toBe(one)
    expect(other).not.toBe(one)
  })
})

describe('the network behind proxies', () => {
  it.each<[string, number, string | undefined, string | null]>([
    ['is the socket’s where no proxy is trusted, whatever a header says', 0, '8.8.8.8', '10.0.0.9'],
    ['is what the one proxy saw', 1, '41.90.1.2', '41.90.1.2'],
    ['is not what the visitor wrote in front of it', 1, '1.1.1.1, 8.8.8.8,41.90.1.2', '41.90.1.2'],
    ['is what the outer of two proxies saw', 2, '1.1.1.1, 41.90.1.2, 10.0.0.1', '41.90.1.2'],
    ['is unknown when a proxy said nothing', 1, undefined, null],
    ['is unknown when there are fewer entries than proxies', 2, '41.90.1.2', null],
    ['is unknown when the entry is empty', 1, '41.90.1.2, ', null],
    ['is unknown when the entry is no address', 1, 'unknown', null],
    ['is unknown when the entry is a name', 1, '41.90.1.2.example', null],
    ['is unknown when the entry is hostile', 1, "' or 1=1 --", null],
    ['is unknown when the entry is very long', 1, '1'.repeat(10_000), null],
    ['is unknown when the number is out of range', 1, '41.90.1.256', null],
    ['is unknown when the brackets are odd', 1, '[[::2]]', null],
    ['is read without its port', 1, '41.90.1.2:50123', '41.90.1.2'],
    ['is read without brackets and port', 1, '[2c0f:fe38:2100:1::9]:50123', '2c0f:fe38:2100:1::/64'],
    ['is read without brackets', 1, '[2c0f:fe38:2100:1::9]', '2c0f:fe38:2100:1::/64'],
    ['is read when mapped', 1, '::ffff:41.90.1.2', '41.90.1.2'],
    ['is this machine’s', 1, '127.0.0.1', null],
  ])('%s', (_, proxies, forwarded, network) => expect(networkOf('10.0.0.9', forwarded, proxies)).toBe(network))
})
