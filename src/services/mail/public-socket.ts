import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { SMTPTransportOptions } from 'nodemailer'
import { isPublicAddress } from '#services/web-files/public-address.ts'
import { publicLookup } from '#services/web-files/public-lookup.ts'
import type { Exceptions } from '#services/web-files/public-request.ts'

/** Opens nodemailer's connections, to public addresses alone: a server that was entered in the panel must not be a way into the network of the machine (SSRF). */
export function publicSocket({ resolve, reachable = [] }: Exceptions, timeoutMs: number): NonNullable<SMTPTransportOptions['getSocket']> {
  async function open(host: string, port: number): Promise<Socket> {
    const signal = AbortSignal.timeout(timeoutMs)
    const mayReach = (address: string) => isPublicAddress(address) || reachable.includes(`${address}:${port}`)
    const socket = connect({ host, port, lookup: await publicLookup(host, mayReach, signal, resolve) })
    try {
      await once(socket, 'connect', { signal })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
  return ({ host = '', port }, answer) => {
    open(host, Number(port)).then(
      (connection) => answer(null, { connection }),
      (error) => answer(error),
    )
  }
}
