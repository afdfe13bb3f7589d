import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useParams } from 'react-router'
import { type Referral, referralKey } from '#domain/shop.ts'
import { clicksUrl } from '#web/addresses.ts'
import { readSession, writeSession } from '#web/browser/session-storage.ts'

/** The referral this tab came with, or null. Known in the browser only: the page itself is the same for everybody. */
export function useReferral(): Referral | null {
  const text = useSyncExternalStore(
    subscribe,
    () => readSession(referralKey),
    () => null,
  )
  return text === null ? null : parseReferral(text)
}

/** After an order that carried it was paid (spec §4, Checkout). Another affiliate's link that was followed meanwhile stays. */
export function forgetReferral(code: string): void {
  const kept = readSession(referralKey)
  if (kept !== null && parseReferral(kept)?.affiliate_code === code) keep(null)
}

/**
 * Takes `?ref=` from any address and, once the page is on the screen, tells the shop that somebody came by it: the answer says whose code it is. The last
 * link wins; unknown codes are ignored. The shop keeps the same in a cookie of its own, which is what an order goes by (decisions, Affiliates and wallet).
 */
export function useReferralFromAddress(): void {
  const { search } = useLocation()
  const { id: productId = null } = useParams()
  const code = new URLSearchParams(search).get('ref')?.trim()
  useEffect(() => {
    if (!code || code.length > 40) return
    return onceShown(() => void tellClick(code, productId))
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

let lastTold = 0

/** Goes out even when somebody leaves at once. */
async function tellClick(code: string, productId: string | null): Promise<void> {
  const told = ++lastTold
  try {
    const answer = await fetch(clicksUrl, {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ affiliate_code: code, product_id: productId, referrer_url: document.referrer || null }),
    })
    if (!answer.ok || told !== lastTold) return
    const { affiliate } = (await answer.json()) as { affiliate: { id: string; affiliate_code: string } | null }
    if (affiliate) keep({ affiliate_id: affiliate.id, affiliate_code: affiliate.affiliate_code, product_id: productId })
  } catch {
    // A click that could not be told changes nothing for the shopper.
  }
}

/** When the page has been painted and somebody may see it: a page that was only fetched ahead is no visit. Answers how to call it off. */
function onceShown(act: () => void): () => void {
  let frame = 0
  const look = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', look)
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(act)
    })
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    cancelAnimationFrame(frame)
  }
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keep(referral: Referral | null) {
  // A browser that stores nothing shows none; the server's own cookie counts all the same.
  writeSession(referralKey, referral && JSON.stringify(referral))
  for (const listener of listeners) listener()
}
