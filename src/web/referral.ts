import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useParams } from 'react-router'
import { type Referral, referralKey } from '#domain/shop.ts'
import { affiliateLookupUrl } from '#web/addresses.ts'
import { readSession, writeSession } from '#web/session-store.ts'

/** The referral this tab came with, or null. Known in the browser only: the page itself is the same for everybody. */
export function useReferral(): Referral | null {
  const text = useSyncExternalStore(
    subscribe,
    () => readSession(referralKey),
    () => null,
  )
  return text === null ? null : parseReferral(text)
}

/** After the order has taken it along (spec §4, Checkout). */
export function forgetReferral(): void {
  keep(null)
}

/** Takes `?ref=` from any address, asks whose code it is, and keeps the answer; the last link wins, unknown codes are ignored. */
export function useReferralFromAddress(): void {
  const { search } = useLocation()
  const { id: productId = null } = useParams()
  const code = new URLSearchParams(search).get('ref')?.trim()
  useEffect(() => {
    if (!code || code.length > 40) return
    const leaving = new AbortController()
    findAffiliate(code, leaving.signal)
      .then((affiliate) => affiliate && keep({ affiliate_id: affiliate.id, affiliate_code: affiliate.affiliate_code, product_id: productId }))
      .catch(() => {
        // A referral that cannot be looked up now changes nothing for the shopper.
      })
    return () => leaving.abort()
  }, [code, productId])
}

export function parseReferral(text: string): Referral | null {
  try {
    const { affiliate_id, affiliate_code, product_id } = JSON.parse(text) as Record<string, unknown>
    if (typeof affiliate_id !== 'string' || typeof affiliate_code !== 'string') return null
    return { affiliate_id, affiliate_code, product_id: typeof product_id === 'string' ? product_id : null }
  } catch {
    return null
  }
}

async function findAffiliate(code: string, signal: AbortSignal): Promise<{ id: string; affiliate_code: string } | undefined> {
  const answer = await fetch(affiliateLookupUrl(code), { signal })
  if (!answer.ok) return undefined
  const { data } = (await answer.json()) as { data: { id: string; affiliate_code: string }[] }
  return data[0]
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keep(referral: Referral | null) {
  // A browser that stores nothing keeps no referral; the server's own cookie comes with the affiliates.
  writeSession(referralKey, referral && JSON.stringify(referral))
  for (const listener of listeners) listener()
}
