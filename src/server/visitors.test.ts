import { describe, expect, it } from 'vitest'
import { createAddressReader, networkOf } from '#server/visitors.ts'

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
  ])('of %s is %s', (socket, network) => expect(networkOf(socket, undefined, 0)).toEqual({ network, isMissing: false }))

  it('is one for a whole household, and another for the next', () => {
    const [one, same, other] = ['2c0f:fe38:2100:1::1', '2c0f:fe38:2100:1:ffff:ffff:ffff:ffff', '2c0f:fe38:2100:2::1'].map(
      (each) => networkOf(each, undefined, 0).network,
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
    ['is read without its port', 1, '41.90.1.2:50123', '41.90.1.2'],
    ['is read without brackets and port', 1, '[2c0f:fe38:2100:1::9]:50123', '2c0f:fe38:2100:1::/64'],
    ['is read without brackets', 1, '[2c0f:fe38:2100:1::9]', '2c0f:fe38:2100:1::/64'],
    ['is read when mapped', 1, '::ffff:41.90.1.2', '41.90.1.2'],
    ['is this machine’s', 1, '127.0.0.1', null],
  ])('%s', (_, proxies, forwarded, network) => expect(networkOf('10.0.0.9', forwarded, proxies)).toEqual({ network, isMissing: false }))

  it.each<[string, number, string | undefined]>([
    ['a proxy said nothing', 1, undefined],
    ['there are fewer entries than proxies', 2, '41.90.1.2'],
    ['the entry is empty', 1, '41.90.1.2, '],
    ['the entry is no address', 1, 'unknown'],
    ['the entry is a name', 1, '41.90.1.2.example'],
    ['the entry is hostile', 1, "' or 1=1 --"],
    ['the entry is very long', 1, '1'.repeat(10_000)],
    ['the number is out of range', 1, '41.90.1.256'],
    ['the brackets are odd', 1, '[[::2]]'],
  ])('is the socket’s own when %s, also on this machine: no limit is switched off', (_, proxies, forwarded) => {
    expect(networkOf('10.0.0.9', forwarded, proxies)).toEqual({ network: '10.0.0.9', isMissing: true })
    expect(networkOf('2c0f:fe38:2100:1::9', forwarded, proxies)).toEqual({ network: '2c0f:fe38:2100:1::/64', isMissing: true })
    expect(networkOf('127.0.0.1', forwarded, proxies)).toEqual({ network: '127.0.0.1', isMissing: true })
    expect(networkOf('::1', forwarded, proxies)).toEqual({ network: '::1', isMissing: true })
  })

  it('is missed once in the log, however many requests carry none', () => {
    const warned: unknown[] = []
    const read = createAddressReader(1, { warn: (_, message) => warned.push(message) })
    const from = (forwarded?: string) =>
      read({ env: { incoming: { socket: { remoteAddress: '10.0.0.9' } } }, req: { header: () => forwarded } } as never)
    expect([from('41.90.1.2'), warned.length]).toEqual(['41.90.1.2', 0])
    expect([from(), from('unknown'), from()]).toEqual(['10.0.0.9', '10.0.0.9', '10.0.0.9'])
    expect(warned).toEqual([expect.stringContaining('TRUSTED_PROXY')])
  })
})
