/** Which requests may use the control and the phones: those from this machine, all, or none. */
export type Access = 'local' | 'open' | 'closed'

/**
 * Whether a request may use the control and the phones. The socket's address alone does not prove that it was made on this machine: a proxy here, or
 * another site whose host name resolves to loopback (DNS rebinding), connects from loopback as well.
 */
export function mayUse(access: Access, socketAddress: string | undefined, headers: Headers): boolean {
  if (access !== 'local') return access === 'open'
  const isForwarded = [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  return isLoopback(socketAddress) && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.get('host') ?? '') && !isForwarded
}

/** Also IPv4 addresses mapped into IPv6. */
function isLoopback(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)
}

/** The URL of a server that listens on `host`, from the same machine; `0.0.0.0` and `::` become loopback. */
export function originOf(host: string, port: number): string {
  const { origin } = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  return origin.replace(/^http:\/\/0\.0\.0\.0(?=:|$)/, 'http://127.0.0.1').replace(/^http:\/\/\[::\]/, 'http://[::1]')
}
