/** Where a demo shows the e-mails that it keeps instead of sending them. */
export const outboxPath = '/outbox'

/** Which requests may open the demo's outbox and simulated phone: those from this machine, all, or none. */
export type DemoAccess = 'local' | 'open' | 'closed'

/** The URL by which a server that listens on `host` is reached from the same machine; `0.0.0.0` and `::` become loopback. */
export function originOf(host: string, port: number): string {
  const { origin } = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  return origin.replace(/^http:\/\/0\.0\.0\.0(?=:|$)/, 'http://127.0.0.1').replace(/^http:\/\/\[::\]/, 'http://[::1]')
}

/** The address, without brackets, of one of this machine's loopback interfaces; IPv4 may be mapped into IPv6. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address ?? '')
}

/** Whether a Host header, or the host of a URL, names this machine's loopback interface: what is sent there is read by no other machine. */
export function isLoopbackHost(host: string | null | undefined): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host ?? '')
}

/** Whether what is sent to this address goes to another machine without https. */
export function isOpenToReaders(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol !== 'https:' && !isLoopbackHost(hostname)
}

/** The same for an address of PostgreSQL, whose host may stand in its query; a path is a socket of this machine. */
export function isOpenDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url.replace('@/', '@localhost/'))
  // Of a parameter that stands twice, pg takes the last.
  const last = (name: string) => searchParams.getAll(name).at(-1)
  const host = last('host') || decodeURIComponent(hostname)
  return !isLoopbackHost(host) && !/^(\/|$)/.test(host) && !/^(require|verify-ca|verify-full)$/.test(last('sslmode') ?? '')
}

/**
 * Whether a request was made on this machine and for it. The socket's address alone does not prove it: a proxy on this machine, or another site whose
 * host name resolves to loopback (DNS rebinding), connects from loopback as well.
 */
function isLocalRequest(socketAddress: string | undefined, headers: Headers): boolean {
  const isForwarded = [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  return isLoopbackAddress(socketAddress) && isLoopbackHost(headers.get('host')) && !isForwarded
}

/** Whether this request may open the demo's outbox and simulated phone. */
export function mayUseDemo(access: DemoAccess, socketAddress: string | undefined, headers: Headers): boolean {
  return access === 'open' || (access === 'local' && isLocalRequest(socketAddress, headers))
}
