import { BlockList, isIP } from 'node:net'

/**
 * The IPv4 ranges that are not the public Internet: IANA's registry of special-purpose addresses (RFC 6890), multicast, reserved ranges, and Azure's
 * metadata address, which is public; other clouds' are in link-local, unique local or shared ranges.
 */
const closed4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** The IPv6 range in public use. It excludes loopback, link-local, unique local, multicast, IPv4-mapped and NAT64 addresses. */
const open6: [network: string, prefix: number] = ['2000::', 3]
/** Special ranges within it: protocol assignments with Teredo (2001::/23), documentation, 6to4, which embeds IPv4 addresses, and AS112. */
const closed6: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

/** Whether a text is a public IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Whether a host may be one of the public Internet, as far as its text tells: a public IP address, or a name with a dot. Names are resolved when they are connected to. */
export function mayBePublicHost(host: string): boolean {
  return isIP(host) ? isPublicAddress(host) : host.includes('.')
}

const closed = new BlockList()
for (const [network, prefix] of closed4) closed.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of closed6) closed.addSubnet(network, prefix, 'ipv6')
const open = new BlockList()
open.addSubnet(...open6, 'ipv6')
