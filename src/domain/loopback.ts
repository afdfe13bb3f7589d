/** Which requests reach what only the demo has, its outbox and its simulated phone: those from this machine, all, or none. */
export type DemoAccess = 'local' | 'open' | 'closed'

/** Where a server that listens on `host` is reached from the same machine. The address of all interfaces is none that can be called. */
export function originOf(host: string, port: number): string {
  const { origin } = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  return origin.replace(/^http:\/\/0\.0\.0\.0(?=:|$)/, 'http://127.0.0.1').replace(/^http:\/\/\[::\]/, 'http://[::1]')
}

/** The address, without brackets, of one of this machine's loopback interfaces; IPv4 may be mapped into IPv6. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address ?? '')
}

/** A Host header by which only this machine names itself. */
export function isLoopbackHost(host: string | null | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')
}

/**
 * Whether a request was made on this machine and for it. The socket's address alone does not prove it: a proxy on this machine, or a page of another
 * site under a name that leads here, connects from loopback as well.
 */
export function isLocalRequest(socketAddress: string | undefined, headers: Headers): boolean {
  const isForwarded = [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  return isLoopbackAddress(socketAddress) && isLoopbackHost(headers.get('host')) && !isForwarded
}

/** Whether what only the demo has answers this request. */
export function mayUseDemo(access: DemoAccess, socketAddress: string | undefined, headers: Headers): boolean {
  return access === 'open' || (access === 'local' && isLocalRequest(socketAddress, headers))
}
