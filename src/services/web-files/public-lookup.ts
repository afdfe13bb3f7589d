import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'

/** There is no host of this name. */
export class NoSuchHost extends Error {
  readonly code = 'ENOTFOUND'
}
/** The host is, with one of its addresses or its port, not on the public Internet. */
export class NotPublic extends Error {
  readonly code = 'ENOTPUBLIC'
}

/**
 * Resolves a host that a person has named, and answers a `lookup` for the connection to it. Each of its addresses must pass `mayReach` (SSRF), and the connection uses these
 * addresses, so that a second DNS answer cannot change them (DNS rebinding). Rejects with NoSuchHost, NotPublic, or what DNS or the signal fails with.
 */
export async function publicLookup(
  host: string,
  mayReach: (address: string) => boolean,
  signal: AbortSignal,
  resolve: (host: string) => Promise<string[]> = addressesOf,
): Promise<LookupFunction> {
  const addresses = isIP(host) ? [host] : await inTime(resolve(host), signal)
  if (addresses.length === 0) throw new NoSuchHost(host)
  if (!addresses.every(mayReach)) throw new NotPublic(host)
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, answer) => {
    const [first] = all
    if (options.all) answer(null, all)
    else answer(null, first?.address ?? '', first?.family)
  }
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Rejects when the time is over, also where the work itself cannot be aborted. */
function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return Promise.race([work, new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason), { once: true }))])
}
